import { type DrawingOptions, drawingOf } from "./drawing.js";
import type { ChartLayout } from "./layout.js";
import { chartStyle } from "./style.js";
import { svgText } from "./svg-element.js";

/** A chart as an SVG file: real text, light and dark, the same bytes for the same chart. */
export function svgOf(
  layout: ChartLayout,
  options: Omit<DrawingOptions, "isInteractive"> = {},
): string {
  const drawing = drawingOf(layout, options);
  const style = { tag: "style", attributes: {}, children: [chartStyle] };
  const children = [...drawing.children.slice(0, 2), style, ...drawing.children.slice(2)];
  return `${svgText({ ...drawing, children })}\n`;
}
