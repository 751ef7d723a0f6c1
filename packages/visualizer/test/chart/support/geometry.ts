import type { Box, ChartLayout, LaidNode, Point } from "../../../src/chart/layout.js";

/** Everything that is wrong with where things are, in words. */
export function faultsOf(layout: ChartLayout): readonly string[] {
  const labels = layout.edges.flatMap(({ id, label }) => (label ? [{ ...label, id }] : []));
  return [
    ...pairs(layout.nodes)
      .filter(([a, b]) => !isInside(layout, a, b) && !isInside(layout, b, a) && overlap(a, b))
      .map(([a, b]) => `${a.id} lies on ${b.id}`),
    ...layout.nodes.flatMap((node) => {
      const parent = nodeWith(layout, node.parent);
      return parent && !contains(parent, node) ? [`${node.id} is not inside ${parent.id}`] : [];
    }),
    ...pairs(labels)
      .filter(([a, b]) => overlap(a, b))
      .map(([a, b]) => `the label of ${a.id} lies on the label of ${b.id}`),
    ...labels.flatMap((label) =>
      layout.nodes
        .filter((node) => overlap(node, label) && !(isGroup(node) && contains(node, label)))
        .map(({ id }) => `the label of ${label.id} lies on ${id}`),
    ),
    ...throughNodes(layout),
    ...throughLabels(layout),
    ...outOfPlace(layout),
  ];
}

function throughNodes(layout: ChartLayout): readonly string[] {
  return layout.edges.flatMap(({ id, from, to, points }) => {
    const allowed = new Set([from, to, ...ancestors(layout, from), ...ancestors(layout, to)]);
    return layout.nodes
      .filter((node) => !allowed.has(node.id))
      .filter((node) => segments(points).some((segment) => overlap(shrunk(node), segment)))
      .map((node) => `${id} goes through ${node.id}`);
  });
}

function throughLabels({ edges }: ChartLayout): readonly string[] {
  return edges.flatMap(({ id, points }) =>
    edges
      .filter((other) => other.id !== id)
      .filter(({ label }) => label && segments(points).some((one) => overlap(shrunk(label), one)))
      .map((other) => `${id} goes through the label of ${other.id}`),
  );
}

/** Edges that are not orthogonal, do not touch what they connect, or leave the picture. */
function outOfPlace(layout: ChartLayout): readonly string[] {
  return layout.edges.flatMap(({ id, from, to, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last || points.length < 2) return [`${id} is nowhere`];
    const isStraight = points.every((point, index) => {
      const before = points[index - 1] ?? point;
      return Math.abs(before.x - point.x) < 0.2 || Math.abs(before.y - point.y) < 0.2;
    });
    const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
    return [
      ...(isStraight ? [] : [`${id} is not orthogonal`]),
      ...(touches(nodeWith(layout, from), first) ? [] : [`${id} does not start at ${from}`]),
      ...(touches(nodeWith(layout, to), last) ? [] : [`${id} does not end at ${to}`]),
      ...(points.every((point) => contains(whole, dot(point))) ? [] : [`${id} leaves the picture`]),
    ];
  });
}

const dot = ({ x, y }: Point): Box => ({ x, y, width: 0, height: 0 });

function touches(node: LaidNode | undefined, { x, y }: Point): boolean {
  if (!node) return false;
  const [dx, dy] = [x - node.x, y - node.y];
  const isWithin = dx > -1 && dx < node.width + 1 && dy > -1 && dy < node.height + 1;
  const isAtBorder = [dx, node.width - dx, dy, node.height - dy].some((far) => Math.abs(far) < 1);
  return isWithin && isAtBorder;
}

const isGroup = ({ kind }: LaidNode) => kind === "group" || kind === "parallel";

const nodeWith = ({ nodes }: ChartLayout, id: string | undefined) =>
  nodes.find((node) => node.id === id);

function ancestors(layout: ChartLayout, id: string): readonly string[] {
  const parent = nodeWith(layout, id)?.parent;
  return parent === undefined ? [] : [parent, ...ancestors(layout, parent)];
}

const isInside = (layout: ChartLayout, { id }: LaidNode, outer: LaidNode) =>
  ancestors(layout, id).includes(outer.id);

const pairs = <T>(list: readonly T[]): readonly (readonly [T, T])[] =>
  list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other] as const));

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const contains = (outer: Box, inner: Box) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Half a pixel less on each side, so that rounding is no fault. */
const shrunk = ({ x, y, width, height }: Box): Box => ({
  x: x + 0.5,
  y: y + 0.5,
  width: width - 1,
  height: height - 1,
});

/** Each piece of a line as a very thin box. */
const segments = (points: readonly Point[]): readonly Box[] =>
  points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return {
      x: Math.min(before.x, point.x),
      y: Math.min(before.y, point.y),
      width: Math.abs(before.x - point.x) + 0.01,
      height: Math.abs(before.y - point.y) + 0.01,
    };
  });
