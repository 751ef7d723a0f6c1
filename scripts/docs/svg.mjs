import { LABEL } from "./layout.mjs";

// Writes a laid-out graph as SVG: real text, light and dark, nothing that changes from run to run.

/** What is behind a text depends on how many groups it is in. */
const LIGHT = ["#ffffff", "#f4f6f8", "#e9edf1"];
const DARK = ["#0f1720", "#17212c", "#202c39"];

const grounds = (colours) =>
  colours
    .map((c, depth) => `.on-${depth} { fill: ${c}; } .over-${depth} { stroke: ${c}; }`)
    .join(" ");

const STYLE = `
text { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
.group { stroke: #8795a1; }
.state { fill: #dfeaf7; stroke: #486581; }
.any { fill: none; stroke: #486581; stroke-dasharray: 5 4; }
.final { fill: #def2e5; stroke: #2f7d4f; }
.edge { fill: none; stroke: #627d98; stroke-width: 1.4; }
.tip, .dot { fill: #627d98; }
.title { fill: #102a43; font-weight: 600; }
.body { fill: #3e4c59; }
.stays { fill: #7a4f01; }
.label { fill: #0b4a8f; }
.halo { stroke-width: 5; stroke-linejoin: round; paint-order: stroke; }
${grounds(LIGHT)}
@media (prefers-color-scheme: dark) {
.group { stroke: #5b6b7b; }
.state { fill: #1d3a57; stroke: #8fb3d9; }
.any { stroke: #8fb3d9; }
.final { fill: #16402a; stroke: #58b27c; }
.edge { stroke: #8fa1b3; }
.tip, .dot { fill: #8fa1b3; }
.title { fill: #f0f4f8; }
.body { fill: #c3ced9; }
.stays { fill: #e8c170; }
.label { fill: #9cc8ff; }
${grounds(DARK)}
}
`;

/** The SVG of a laid-out graph. */
export function svgOf(layout, description) {
  const nodes = flat(layout.children, 0);
  const edges = allEdges(layout);
  const width = Math.ceil(layout.width);
  const height = Math.ceil(layout.height);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(layout.id)}</title>`,
    `<desc id="desc">${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="on-0" width="${width}" height="${height}" rx="8"/>`,
    ...nodes.map(shapeOf),
    ...edges.map(lineOf),
    ...edges.map(tipOf),
    ...edges.flatMap((edge) => labelsOf(edge, nodes)),
    ...nodes.flatMap(textOf),
    "</svg>",
    "",
  ].join("\n");
}

/** Every node, with the number of groups it is in. */
const flat = (nodes, depth) =>
  nodes.flatMap((node) => [{ ...node, depth }, ...flat(node.children ?? [], depth + 1)]);

/** In how many groups a point is, and so on which ground. */
const groundAt = (nodes, x, y) =>
  nodes.filter(
    (node) =>
      node.kind === "group" &&
      node.x <= x &&
      x <= node.x + node.width &&
      node.y <= y &&
      y <= node.y + node.height,
  ).length;

const allEdges = (node) => [...(node.edges ?? []), ...(node.children ?? []).flatMap(allEdges)];

function shapeOf({ x, y, width, height, kind, isDot, depth }) {
  if (isDot) {
    return `<circle class="dot" cx="${at(x + width / 2)}" cy="${at(y + height / 2)}" r="6"/>`;
  }
  const box = (inset, corner) =>
    `x="${at(x + inset)}" y="${at(y + inset)}" width="${at(width - 2 * inset)}" height="${at(height - 2 * inset)}" rx="${corner}"`;
  switch (kind) {
    case "group":
      return `<rect class="group on-${depth + 1}" ${box(0, 8)}/>`;
    case "final":
      return `<rect class="final" ${box(0, 8)}/>\n<rect class="final" ${box(3, 5)}/>`;
    default:
      return `<rect class="${kind}" ${box(0, kind === "any" ? 18 : 8)}/>`;
  }
}

function textOf({ x, y, width, text, kind, depth }) {
  if (!text) return [];
  // Lines may pass through the top of a group: its text stands out against them.
  const [place, halo] =
    kind === "group"
      ? [`x="${at(x + 14)}"`, ` halo over-${depth + 1}`]
      : [`x="${at(x + width / 2)}" text-anchor="middle"`, ""];
  let baseline = y + 10;
  return text.map(({ text: words, size, line, role }) => {
    baseline += line;
    return `<text class="${role}${halo}" font-size="${size}" ${place} y="${at(baseline - (role === "title" ? 7 : 4))}">${escaped(words)}</text>`;
  });
}

const pointsOf = ({ sections = [] }) =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);

/** The edge as a line with rounded corners. */
function lineOf(edge) {
  const points = pointsOf(edge);
  const [first, ...rest] = points;
  const path = [`M${at(first.x)} ${at(first.y)}`];
  rest.forEach((point, index) => {
    const before = points[index];
    const after = points[index + 2];
    if (!after) {
      path.push(`L${at(point.x)} ${at(point.y)}`);
      return;
    }
    const radius = Math.min(7, distance(before, point) / 2, distance(point, after) / 2);
    const from = towards(point, before, radius);
    const to = towards(point, after, radius);
    path.push(`L${at(from.x)} ${at(from.y)}Q${at(point.x)} ${at(point.y)} ${at(to.x)} ${at(to.y)}`);
  });
  return `<path class="edge" d="${path.join("")}"/>`;
}

function tipOf(edge) {
  const points = pointsOf(edge);
  const end = points.at(-1);
  const before = points.at(-2);
  const length = distance(before, end) || 1;
  const ux = (end.x - before.x) / length;
  const uy = (end.y - before.y) / length;
  const corner = (side) =>
    `${at(end.x - ux * 8 - uy * 4 * side)} ${at(end.y - uy * 8 + ux * 4 * side)}`;
  return `<path class="tip" d="M${at(end.x)} ${at(end.y)}L${corner(1)}L${corner(-1)}Z"/>`;
}

function labelsOf({ labels = [] }, nodes) {
  return labels.flatMap(({ x, y, width, height, text }) => {
    const ground = groundAt(nodes, x + width / 2, y + height / 2);
    const lines = text.split("\n");
    const place = `x="${at(x + width / 2)}" text-anchor="middle"`;
    return [
      `<rect class="on-${ground}" x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="3"/>`,
      ...lines.map((line, index) => {
        const baseline = at(y + 2 + (index + 1) * LABEL.line - 4);
        return `<text class="label" font-size="${LABEL.size}" ${place} y="${baseline}">${escaped(line)}</text>`;
      }),
    ];
  });
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

function towards(point, other, length) {
  const whole = distance(point, other) || 1;
  return {
    x: point.x + ((other.x - point.x) / whole) * length,
    y: point.y + ((other.y - point.y) / whole) * length,
  };
}

/** A coordinate to a tenth of a pixel, written the same way everywhere. */
const at = (value) => String(Math.round(value * 10) / 10);

const escaped = (text) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
