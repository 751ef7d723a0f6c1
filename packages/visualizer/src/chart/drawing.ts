import { edgeShapes } from "./draw-edge.js";
import { headingOf, isGroup, nodeShapes } from "./draw-node.js";
import type { ChartLayout, LaidEdge, LaidNode } from "./layout.js";
import { type Lights, lightsOf } from "./lights.js";
import { mustBe, mustBeLayout } from "./must-be.js";
import type { ChartRun } from "./run.js";
import { element, type SvgElement } from "./svg-element.js";
import { waitsText } from "./text-block.js";

/** Settings of a drawing. */
export interface DrawingOptions {
  /** What a run has done so far, to be lit. */
  readonly run?: ChartRun;
  /** For a page: boxes and edges can be reached and pressed. Otherwise the chart is one image. */
  readonly isInteractive?: boolean;
  /** Put before the ids in the drawing, when there is more than one chart on a page. */
  readonly prefix?: string;
}

/**
 * Draws a chart as a tree of SVG elements: for a page, which makes elements of them, or for a file
 * (`svgOf`). The looks are in `chartStyle`.
 */
export function drawingOf(layout: ChartLayout, options: DrawingOptions = {}): SvgElement {
  mustBeLayout(layout);
  mustBe(typeof options === "object" && options !== null, "drawing options: give an object");
  const { run, isInteractive = false, prefix = "chart" } = options;
  const lights = lightsOf(layout, run);
  const { width, height } = layout;
  const groups = layout.nodes.filter(isGroup);
  const others = layout.nodes.filter((node) => !isGroup(node));
  const size = { viewBox: `0 0 ${width} ${height}`, width: `${width}`, height: `${height}` };
  const [title, description] = [`${prefix}-title`, `${prefix}-description`];
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: lights.isLit ? "readback-chart lit" : "readback-chart",
      ...size,
      role: isInteractive ? "group" : "img",
      "aria-labelledby": title,
      "aria-describedby": description,
    },
    [
      element("title", { id: title }, [layout.id]),
      element("desc", { id: description }, [describe(layout, lights)]),
      element("rect", { class: "ground-0", width: size.width, height: size.height, rx: "8" }),
      ...groups.map((node) => nodeShapes(node, lights, isInteractive)),
      ...inOrder(layout.edges, lights).map((edge) => edgeShapes(edge, lights, isInteractive)),
      ...others.map((node) => nodeShapes(node, lights, isInteractive)),
      // Lines may pass through the top of a group: its text stands out against them.
      ...groups.map((node) => headingOf(node, lights)),
    ],
  );
}

/** What is lit is drawn last, over the others. */
function inOrder(edges: readonly LaidEdge[], lights: Lights): readonly LaidEdge[] {
  const rank = (edge: LaidEdge) => (lights.isFired(edge) ? 2 : lights.isTaken(edge) ? 1 : 0);
  return [...edges].sort((a, b) => rank(a) - rank(b));
}

/** The chart in sentences, for those who cannot see it. */
function describe({ nodes, edges, id }: ChartLayout, lights: Lights): string {
  const states = nodes.filter(({ kind }) => !["start", "any", "history"].includes(kind));
  const named = (list: readonly LaidNode[]) => list.map(({ name }) => name).join(", ");
  const finals = states.filter(({ kind }) => kind === "final");
  const waiting = states.filter(({ waitsFor }) => waitsFor !== undefined);
  const current = states.filter((node) => lights.isCurrent(node));
  return [
    `The state machine ${id}: ${named(states)}.`,
    finals.length > 0 ? `It ends in ${named(finals)}.` : "",
    ...waiting.map(({ name, waitsFor = "" }) => `${name} ${waitsText(waitsFor)}.`),
    `${edges.filter(({ kind }) => kind === "transition").length} ways lead from state to state.`,
    current.length > 0 ? `Now in ${named(current)}.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
