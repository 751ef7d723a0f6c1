import { ANY_STATE } from "./diagram.js";
import { at, groundOf } from "./draw-node.js";
import { textShape } from "./draw-text.js";
import type { LaidEdge, LaidLabel, Point } from "./layout.js";
import type { Lights } from "./lights.js";
import { element, type SvgElement } from "./svg-element.js";

const CORNER = 7;
/** How long an arrow is; it is as wide. */
const TIP = 10;

/** An edge: its line, its arrow, its label. */
export function edgeShapes(edge: LaidEdge, lights: Lights, isInteractive: boolean): SvgElement {
  const heat = lights.heat(edge);
  const count = lights.count(edge);
  const classes = [
    "edge",
    edge.kind,
    lights.isFired(edge) ? "fired" : lights.isTaken(edge) ? "taken" : "",
    count === undefined || edge.kind !== "transition" ? "" : `heat-${heat}`,
  ];
  const isReachable = isInteractive && edge.kind === "transition";
  const words = wordsOf(edge, count);
  const reach = isReachable ? { role: "button", tabindex: "0", "aria-label": words } : {};
  return element(
    "g",
    { class: classes.filter(Boolean).join(" "), "data-edge": edge.id, ...reach },
    [
      ...(edge.kind === "transition" ? [element("title", {}, [words])] : []),
      element("path", { class: "way", d: pathOf(edge.points) }),
      element("path", { class: "tip", d: tipOf(edge.points) }),
      ...(edge.label ? labelShapes(edge.label, lights) : []),
    ],
  );
}

function labelShapes(label: LaidLabel, lights: Lights): readonly SvgElement[] {
  const { x, y, width, height, depth, text } = label;
  const box = { x: at(x), y: at(y), width: at(width), height: at(height), rx: "3" };
  return [
    element("rect", { class: `behind ground-${groundOf(depth)}`, ...box }),
    ...text.map((line) => textShape(line, lights)),
  ];
}

/** The edge in words: from where, to where, when, and how often. */
function wordsOf({ from, to, label }: LaidEdge, count: number | undefined): string {
  const when = (label?.text ?? []).map(({ segments }) =>
    segments.map(({ text }) => text).join(" "),
  );
  const times = count === undefined ? "" : ` – ${count === 1 ? "once" : `${count} times`}`;
  return `${nameOf(from)} → ${nameOf(to)}: ${when.join(" ")}${times}`;
}

const nameOf = (id: string) => (id === ANY_STATE ? "any state" : id);

/** A line with rounded corners. */
function pathOf(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (!before) return `M${at(point.x)} ${at(point.y)}`;
      if (!after) {
        // A thick line would stick out of the tip of its arrow.
        const end = towards(point, before, Math.min(TIP - 3, distance(before, point) / 2));
        return `L${at(end.x)} ${at(end.y)}`;
      }
      const radius = Math.min(CORNER, distance(before, point) / 2, distance(point, after) / 2);
      const [from, to] = [towards(point, before, radius), towards(point, after, radius)];
      return `L${at(from.x)} ${at(from.y)}Q${at(point.x)} ${at(point.y)} ${at(to.x)} ${at(to.y)}`;
    })
    .join("");
}

function tipOf(points: readonly Point[]): string {
  const [before, end] = points.slice(-2);
  if (!before || !end) return "";
  const length = distance(before, end) || 1;
  const [ux, uy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const corner = (side: number) =>
    `${at(end.x - ux * TIP - uy * (TIP / 2) * side)} ${at(end.y - uy * TIP + ux * (TIP / 2) * side)}`;
  return `M${at(end.x)} ${at(end.y)}L${corner(1)}L${corner(-1)}Z`;
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

function towards(point: Point, other: Point, length: number): Point {
  const whole = distance(point, other) || 1;
  return {
    x: point.x + ((other.x - point.x) / whole) * length,
    y: point.y + ((other.y - point.y) / whole) * length,
  };
}
