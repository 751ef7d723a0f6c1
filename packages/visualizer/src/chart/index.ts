// A machine as a chart: everything here is pure and runs in a page, too. Layouts are made in Node, by
// `@readback/visualizer/layout`.

export {
  type Chart,
  type ChartInvoke,
  type ChartState,
  type ChartTransition,
  type Guard,
  stateId,
  type Trigger,
  transitionId,
  withInner,
} from "./chart.js";
export { chartOf } from "./chart-of.js";
export { type DrawingOptions, drawingOf } from "./drawing.js";
export type {
  Box,
  ChartLayout,
  Direction,
  LaidEdge,
  LaidLabel,
  LaidLine,
  LaidNode,
  Point,
} from "./layout.js";
export type { Segment } from "./lines.js";
export { mermaidOf } from "./mermaid.js";
export { guardText } from "./names.js";
export type { ChartRun } from "./run.js";
export { triggerText } from "./steps.js";
export { chartStyle } from "./style.js";
export { svgOf } from "./svg.js";
export { type SvgElement, svgText } from "./svg-element.js";
