/**
 * What charts look like. Every colour is a custom property, so that a page can set its own; light or
 * dark follows the reader, or `data-theme="light"` / `"dark"` on the chart or around it.
 */
const LIGHT = {
  "ground-0": "#ffffff",
  "ground-1": "#f5f7fa",
  "ground-2": "#eaeef3",
  "ground-3": "#dfe5ec",
  group: "#9aa8b6",
  state: "#e6f0fb",
  "state-edge": "#48719b",
  final: "#e2f4e8",
  "final-edge": "#2f7d4f",
  person: "#fff2d6",
  "person-edge": "#855005",
  text: "#102a43",
  body: "#3e4c59",
  line: "#64798e",
  event: "#0b4a8f",
  delay: "#8a3a12",
  guard: "#52606d",
  bound: "#a11d4f",
  note: "#52606d",
  current: "#1d6fdc",
  fired: "#a8370a",
  taken: "#1d6fdc",
  heat: "#d9480f",
};

const DARK: typeof LIGHT = {
  "ground-0": "#0f1720",
  "ground-1": "#17212c",
  "ground-2": "#1f2b38",
  "ground-3": "#283645",
  group: "#5b6b7b",
  state: "#1b3550",
  "state-edge": "#7fa8d2",
  final: "#153c28",
  "final-edge": "#58b27c",
  person: "#3f2f10",
  "person-edge": "#e0aa4e",
  text: "#f0f4f8",
  body: "#c3ced9",
  line: "#8fa1b3",
  event: "#9cc8ff",
  delay: "#f3b48c",
  guard: "#b3c0cc",
  bound: "#ff9dc0",
  note: "#b3c0cc",
  current: "#6db3ff",
  fired: "#ff9a5c",
  taken: "#6db3ff",
  heat: "#ff8a4c",
};

const DEPTHS = [0, 1, 2, 3];

const colours = (theme: typeof LIGHT) =>
  Object.entries(theme)
    .map(([name, colour]) => `--chart-${name}: ${colour};`)
    .join(" ");

/** The grounds of boxes in boxes. */
const grounds = DEPTHS.map(
  (depth) =>
    `.readback-chart .ground-${depth} { fill: var(--chart-ground-${depth}); } ` +
    `.readback-chart .over-${depth} { stroke: var(--chart-ground-${depth}); }`,
).join("\n");

const heats = [1, 2, 3, 4, 5]
  .map(
    (heat) =>
      `.readback-chart .heat-${heat} .way { stroke: color-mix(in srgb, var(--chart-heat) ${heat * 20}%, var(--chart-line)); stroke-width: ${1.5 + heat * 0.4}; }\n` +
      `.readback-chart .heat-${heat} .tip { fill: color-mix(in srgb, var(--chart-heat) ${heat * 20}%, var(--chart-line)); }`,
  )
  .join("\n");

/** The style sheet of a chart. It has neither `>` nor `"`, so that it means the same in XML and in HTML. */
export const chartStyle = `
.readback-chart { ${colours(LIGHT)} color-scheme: light dark; }
@media (prefers-color-scheme: dark) { .readback-chart { ${colours(DARK)} } }
[data-theme='light'] .readback-chart, .readback-chart[data-theme='light'] { ${colours(LIGHT)} }
[data-theme='dark'] .readback-chart, .readback-chart[data-theme='dark'] { ${colours(DARK)} }
.readback-chart text { font: 13px 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif; fill: var(--chart-body); }
.readback-chart text.title { font-size: 15px; font-weight: 600; fill: var(--chart-text); }
.readback-chart text.waits { font-weight: 600; fill: var(--chart-person-edge); }
.readback-chart [class*='over-'] { stroke-width: 5; stroke-linejoin: round; paint-order: stroke; }
.readback-chart .box { stroke: var(--chart-state-edge); stroke-width: 1.3; fill: var(--chart-state); }
.readback-chart .group .box, .readback-chart .parallel .box { stroke: var(--chart-group); }
.readback-chart .parallel .box { stroke-dasharray: 9 5; }
.readback-chart .any .box { fill: var(--chart-ground-0); stroke-dasharray: 5 4; }
.readback-chart .final .box { fill: var(--chart-final); stroke: var(--chart-final-edge); }
.readback-chart .person .box { stroke: var(--chart-person-edge); stroke-width: 2; }
.readback-chart .heading { pointer-events: none; }
.readback-chart .divider { stroke: var(--chart-group); stroke-width: 0.8; }
.readback-chart .dot, .readback-chart .tip { fill: var(--chart-line); }
.readback-chart .way { fill: none; stroke: var(--chart-line); stroke-width: 1.5; }
.readback-chart .default .way { stroke-dasharray: 4 3; }
.readback-chart .event { fill: var(--chart-event); }
.readback-chart .delay { fill: var(--chart-delay); }
.readback-chart .guard { fill: var(--chart-guard); }
.readback-chart .bound { fill: var(--chart-bound); }
.readback-chart .note { fill: var(--chart-note); font-style: italic; }
${grounds}
.readback-chart .behind { stroke: none; }
${heats}
.readback-chart .taken .way { stroke: var(--chart-taken); stroke-width: 2.2; }
.readback-chart .taken .tip { fill: var(--chart-taken); }
.readback-chart .fired .way { stroke: var(--chart-fired); stroke-width: 3; }
.readback-chart .fired .tip { fill: var(--chart-fired); }
.readback-chart.lit .edge:not(.taken):not(.fired) .way, .readback-chart.lit .edge:not(.taken):not(.fired) .tip { opacity: 0.45; }
.readback-chart text.fired, .readback-chart text.fired tspan { font-weight: 700; fill: var(--chart-fired); }
.readback-chart .current .box { stroke: var(--chart-current); stroke-width: 3; }
.readback-chart .state.person .box { fill: var(--chart-person); }
.readback-chart.lit .node.state:not(.visited):not(.current) .box { fill-opacity: 0.4; }
.readback-chart [role='button'] { cursor: pointer; }
.readback-chart [role='button']:focus-visible { outline: 3px solid var(--chart-current); outline-offset: 3px; }
@media (forced-colors: active) { .readback-chart .current .box { stroke: Highlight; } }
`;
