import { VIEW_SETTINGS, VIEW_TOOL } from "../shared/view-protocol.js";

/** Put in by the build: the bundled script of the view. */
declare const READBACK_VIEW_SCRIPT: string;

/** What the view takes from the colours and letters of its host, where the host names them. */
const STYLE = `
:root { color-scheme: light dark; color: var(--color-text-primary, CanvasText); }
:root, readback-questions { --readback-font: 400 1rem / 1.5 var(--font-sans, system-ui, sans-serif); font: var(--readback-font); }
body { margin: 0; padding: 8px; }
readback-questions {
  --readback-surface: var(--color-background-primary);
  --readback-text: var(--color-text-primary);
  --readback-muted: var(--color-text-secondary);
  --readback-border: var(--color-border-primary);
}
button, #state { font: inherit; color: inherit; background: var(--color-background-primary, Canvas); border: 1px solid; border-radius: 8px; margin: 0 8px 8px 0; padding: 4px 8px; }
`;

/** The view as one HTML file, which needs nothing from any network. Whoever has the key may answer. */
export function viewPage(key: string, version: string): string {
  const settings = JSON.stringify({ key, tool: VIEW_TOOL, version }).replaceAll("<", "\\u003c");
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Readback</title>
<style>${STYLE}</style>
</head>
<body>
<div id="modes"></div>
<p id="state" role="status" hidden>Connection lost. What you type is kept.</p>
<readback-questions></readback-questions>
`;
  const script = READBACK_VIEW_SCRIPT.replaceAll("</script", "<\\/script");
  return `${page.replaceAll(/\n\s*|(?<=[:;,{]) | (?={)/g, "")}<script type="application/json" id="${VIEW_SETTINGS}">${settings}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
