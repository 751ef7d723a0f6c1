import { textShape } from "./draw-text.js";
import type { LaidLine, LaidNode } from "./layout.js";
import type { Lights } from "./lights.js";
import { element, type SvgElement } from "./svg-element.js";
import { waitsText } from "./text-block.js";

/** A box with its text; of a group the box alone. */
export function nodeShapes(node: LaidNode, lights: Lights, isInteractive: boolean): SvgElement {
  const { id, kind } = node;
  const classes = [
    "node",
    kind,
    node.waitsFor === undefined ? "" : "waiting",
    node.waitsFor === "person" ? "person" : "",
    lights.isCurrent(node) ? "current" : "",
    lights.isVisited(node) ? "visited" : "",
  ];
  const reach =
    isInteractive && kind !== "start"
      ? { role: "button", tabindex: "0", "aria-label": labelOf(node, lights) }
      : {};
  return element("g", { class: classes.filter(Boolean).join(" "), "data-node": id, ...reach }, [
    ...shapeOf(node),
    ...dividerOf(node),
    ...(isGroup(node) ? [] : node.text.map((line) => textShape(line, lights))),
  ]);
}

/** What is written at the top of a group, with a halo. */
export function headingOf({ id, depth, text }: LaidNode, lights: Lights): SvgElement {
  const lines = text.map((line) => textShape(line, lights, ` over-${groundOf(depth + 1)}`));
  return element("g", { class: "heading", "data-heading": id }, lines);
}

export const isGroup = ({ kind }: LaidNode) => kind === "group" || kind === "parallel";

/** Deeper than this, grounds look the same. */
export const groundOf = (depth: number) => Math.min(depth, 3);

/** What a box is, in words. */
function labelOf(node: LaidNode, lights: Lights): string {
  const kinds: Partial<Record<LaidNode["kind"], string>> = {
    final: "final state",
    parallel: "parallel states",
    history: "history",
  };
  // Who speaks to the page says what is written in the box.
  const written = isGroup(node) ? "" : node.text.map(wordsOf).join(" ");
  const waits = node.waitsFor === undefined ? "" : waitsText(node.waitsFor);
  return [
    written || node.name,
    kinds[node.kind] ?? "",
    written.includes(waits) ? "" : waits,
    lights.isCurrent(node) ? "now" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

const wordsOf = ({ segments }: LaidLine) => segments.map(({ text }) => text).join(" ");

function shapeOf(node: LaidNode): readonly SvgElement[] {
  const { x, y, width, height, kind, depth } = node;
  const [cx, cy] = [x + width / 2, y + height / 2].map(at);
  const box = (inset: number, rx: number, className: string) =>
    element("rect", {
      class: className,
      x: at(x + inset),
      y: at(y + inset),
      width: at(width - 2 * inset),
      height: at(height - 2 * inset),
      rx: `${rx}`,
    });
  switch (kind) {
    case "start":
      return [element("circle", { class: "dot", cx: `${cx}`, cy: `${cy}`, r: "6" })];
    case "history":
      return [
        element("circle", { class: "box", cx: `${cx}`, cy: `${cy}`, r: at(width / 2 - 1) }),
        element(
          "text",
          { class: "title", x: `${cx}`, y: at(y + height / 2 + 5), "text-anchor": "middle" },
          [node.isDeep ? "H*" : "H"],
        ),
      ];
    case "group":
    case "parallel":
      return [box(0, 10, `box ground-${groundOf(depth + 1)}`)];
    case "final":
      return [box(0, 8, "box"), box(3.5, 5, "box")];
    case "any":
      return [box(0, 16, "box")];
    default:
      return [box(0, 8, "box")];
  }
}

function dividerOf({ x, width, divider }: LaidNode): readonly SvgElement[] {
  if (divider === undefined) return [];
  const ends = { x1: at(x + 10), x2: at(x + width - 10), y1: at(divider), y2: at(divider) };
  return [element("line", { class: "divider", ...ends })];
}

/** A coordinate to a tenth of a pixel. */
export const at = (value: number) => String(Math.round(value * 10) / 10);
