import { ROUTES } from "../shared/protocol.js";
import { ICON, PAGE_STYLE } from "./page-style.js";

/** Put in by the build: the bundled script of the page. */
declare const READBACK_PAGE_SCRIPT: string;

interface Asset {
  readonly type: string;
  readonly body: string;
}

/** Everything the server has to give away: a fixed table, no files. */
export function createAssets(title: string): ReadonlyMap<string, Asset> {
  return new Map<string, Asset>([
    [ROUTES.page, { type: "text/html", body: page(escaped(title)) }],
    [ROUTES.script, { type: "text/javascript", body: READBACK_PAGE_SCRIPT }],
    [ROUTES.style, { type: "text/css", body: PAGE_STYLE }],
    [ROUTES.icon, { type: "image/svg+xml", body: ICON }],
  ]);
}

const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ROUTES.icon}">
<link rel="stylesheet" href="${ROUTES.style}">
<script type="module" src="${ROUTES.script}"></script>
</head>
<body>
<header>
<h1>${title}</h1>
<details id="settings"><summary>Settings</summary><div></div></details>
</header>
<main>
<p id="connection" role="status" data-state="connecting">Connecting…</p>
<noscript><p>This page needs JavaScript to show questions.</p></noscript>
<readback-questions></readback-questions>
</main>
</body>
</html>
`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
