import type { ExportedData } from "./exported-data.js";

/** Where the server has the parts of the page. */
export const PAGE_ROUTES = {
  page: "/",
  script: "/page.js",
  style: "/page.css",
  icon: "/icon.svg",
} as const;

/** The page that a server gives. Its policy has to allow `img-src 'self' blob:`, for pictures to take away. */
export function servedHtml(title: string): string {
  return htmlOf(
    title,
    `<link rel="icon" href="${PAGE_ROUTES.icon}">
<link rel="stylesheet" href="${PAGE_ROUTES.style}">
<script type="module" src="${PAGE_ROUTES.script}"></script>`,
  );
}

/** The parts of an exported file, as the build makes them. */
export interface ExportedParts {
  /** Packed, as `unpack` takes them. */
  readonly script: string;
  readonly style: string;
  /** The pictures of the machines as JSON, by their ids; packed, too. */
  readonly charts: string;
  /** The program that begins, as it is. */
  readonly unpacking: string;
}

/** A run as one file that needs nothing else: the page, the model, and the entries as data. */
export function exportedHtml(data: ExportedData, parts: ExportedParts): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return htmlOf(
    data.title,
    `<meta http-equiv="Content-Security-Policy" content="${EXPORT_POLICY}">
<link rel="icon" href="data:,">`,
    `<script type="application/json" id="readback-data">${json}</script>
${(["charts", "style", "script"] as const).map((name) => packedElement(name, parts[name])).join("\n")}
<script type="module">${parts.unpacking.replaceAll("</script", "<\\/script")}</script>
`,
  );
}

const packedElement = (name: string, packed: string) =>
  `<script type="text/plain" id="readback-${name}">${packed}</script>`;

// Nothing is ever fetched; what runs is in the file itself.
const EXPORT_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'";

const htmlOf = (title: string, head: string, end = "") => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
${head}
</head>
<body>
<div id="app"></div>
<noscript><p>This page needs JavaScript to show the machines.</p></noscript>
${end}</body>
</html>
`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
