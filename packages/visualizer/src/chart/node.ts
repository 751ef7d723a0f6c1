// Layouts and images of charts: for Node only.

export { ChartError } from "./chart-error.js";
export { createLayouts, type Layouts, type LayoutsOptions } from "./layouts.js";
export { type PngOptions, pngOf } from "./png.js";
