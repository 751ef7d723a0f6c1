import { ROUTES } from "../shared/protocol.js";
import type { PagePanel } from "./options.js";
import type { Asset } from "./page-server.js";
import { ICON, PAGE_STYLE } from "./page-style.js";

/** Put in by the build: the bundled script of the page. */
declare const READBACK_PAGE_SCRIPT: string;

/** Everything the server has to give away: a fixed table, no files. */
export function createAssets(title: string, panel?: PagePanel): ReadonlyMap<string, Asset> {
  return new Map<string, Asset>([
    [ROUTES.page, { type: "text/html", body: page(escaped(title), panel !== undefined) }],
    [ROUTES.script, { type: "text/javascript", body: READBACK_PAGE_SCRIPT }],
    [ROUTES.style, { type: "text/css", body: PAGE_STYLE }],
    [ROUTES.icon, { type: "image/svg+xml", body: ICON }],
    ...(panel ? panelAssets(panel) : []),
  ]);
}

const panelAssets = ({ script, style }: PagePanel): [string, Asset][] => [
  [ROUTES.panelScript, { type: "text/javascript", body: script }],
  [ROUTES.panelStyle, { type: "text/css", body: style }],
];

const PANEL_HEAD = `
<link rel="stylesheet" href="${ROUTES.panelStyle}">
<script type="module" src="${ROUTES.panelScript}"></script>`;

const page = (title: string, hasPanel: boolean) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ROUTES.icon}">
<link rel="stylesheet" href="${ROUTES.style}">
<script type="module" src="${ROUTES.script}"></script>${hasPanel ? PANEL_HEAD : ""}
</head>
<body>
<header>
<h1>${title}</h1>
<details id="settings"><summary>Settings</summary><div></div></details>
</header>
<main>
<p id="connection" role="status" data-state="connecting">Connecting…</p>
<p id="notice" role="status" hidden></p>
<noscript><p>This page needs JavaScript to show questions.</p></noscript>
${hasPanel ? '<div id="panel"></div>\n' : ""}<readback-questions></readback-questions>
</main>
</body>
</html>
`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
