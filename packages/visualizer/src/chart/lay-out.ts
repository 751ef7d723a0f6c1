import type { ElkExtendedEdge, ElkNode } from "elkjs";
import type { Diagram, DiagramEdge, DiagramNode } from "./diagram.js";
import { elkGraph, isBackwards, startOf } from "./elk-graph.js";
import type { Box, ChartLayout, Direction, LaidEdge, LaidLine, LaidNode, Point } from "./layout.js";
import { boxText, labelText, type TextBlock, WIDEST_BODY, widestIn } from "./text-block.js";

/** elkjs, here or in a thread of its own. */
export interface LayoutEngine {
  layout(graph: ElkNode): Promise<ElkNode>;
}

/** Gives everything in a diagram its place. Same diagram, same places. */
export async function layOut(
  diagram: Diagram,
  elk: LayoutEngine,
  direction: Direction,
): Promise<ChartLayout> {
  const first = await elk.layout(elkGraph(diagram, direction, new Map()));
  // What is written at the top of a group may be as wide as what is inside.
  const widths = groupWidths(first);
  const laid = await elk.layout(elkGraph(diagram, direction, widths));
  const boxes = new Map(everything(laid).map((node) => [node.id, boxOf(node)]));
  const nodes = [
    ...(diagram.initial === undefined ? [] : [startNode("", undefined, 0, boxes)]),
    ...diagram.nodes.flatMap((node) => laidNodes(node, undefined, 0, boxes, widths)),
  ];
  const routes = new Map(allEdges(laid).map((edge) => [edge.id, edge]));
  return {
    version: 1,
    id: diagram.id,
    hash: diagram.hash,
    direction,
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    nodes,
    edges: [
      ...nodes.filter(({ kind }) => kind === "start").map((start) => startEdge(start, routes)),
      ...diagram.edges.map((edge) =>
        laidEdge(edge, routes.get(edge.id), isBackwards(diagram, edge), nodes),
      ),
    ],
  };
}

/** How wide the text at the top of each group may be. */
function groupWidths(node: ElkNode): ReadonlyMap<string, number> {
  const groups = everything(node).filter(({ children = [] }) => children.length > 0);
  return new Map(groups.map(({ id, width = 0 }) => [id, Math.max(WIDEST_BODY, widestIn(width))]));
}

function everything(node: ElkNode): readonly ElkNode[] {
  return (node.children ?? []).flatMap((child) => [child, ...everything(child)]);
}

const allEdges = (node: ElkNode): readonly ElkExtendedEdge[] => [
  ...(node.edges ?? []),
  ...(node.children ?? []).flatMap(allEdges),
];

function laidNodes(
  node: DiagramNode,
  parent: string | undefined,
  depth: number,
  boxes: ReadonlyMap<string, Box>,
  widths: ReadonlyMap<string, number>,
): readonly LaidNode[] {
  const box = boxes.get(node.id) ?? NOWHERE;
  const block = boxText(node, widths.get(node.id));
  const { id, kind, states, name, waitsFor, isDeep } = node;
  const start = node.initial === undefined ? [] : [startNode(id, id, depth + 1, boxes)];
  return [
    {
      id,
      kind,
      ...(parent === undefined ? {} : { parent }),
      depth,
      states,
      name,
      ...(waitsFor === undefined ? {} : { waitsFor }),
      ...(isDeep === undefined ? {} : { isDeep }),
      ...box,
      text: moved(block, box),
      ...(block.divider === undefined ? {} : { divider: rounded(box.y + block.divider) }),
    },
    ...start,
    ...node.children.flatMap((child) => laidNodes(child, id, depth + 1, boxes, widths)),
  ];
}

function startNode(
  of: string,
  parent: string | undefined,
  depth: number,
  boxes: ReadonlyMap<string, Box>,
): LaidNode {
  const id = startOf(of);
  const box = boxes.get(id) ?? NOWHERE;
  const inside = parent === undefined ? {} : { parent };
  return { id, kind: "start", ...inside, depth, states: [], name: "start", ...box, text: [] };
}

function startEdge({ id }: LaidNode, routes: ReadonlyMap<string, ElkExtendedEdge>): LaidEdge {
  const route = routes.get(`${id} →`);
  return {
    id: `${id} →`,
    from: id,
    to: route?.targets[0] ?? "",
    kind: "start",
    transitions: [],
    points: pointsOf(route),
  };
}

function laidEdge(
  { id, from, to, transitions, lines }: DiagramEdge,
  route: ElkExtendedEdge | undefined,
  isTurned: boolean,
  nodes: readonly LaidNode[],
): LaidEdge {
  const points = isTurned ? [...pointsOf(route)].reverse() : pointsOf(route);
  const kind = transitions.length === 0 ? "default" : "transition";
  const edge: LaidEdge = { id, from, to, kind, transitions, points };
  const [label] = route?.labels ?? [];
  if (!label) return edge;
  const box = boxOf(label);
  const depth = depthAt(nodes, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  return { ...edge, label: { ...box, depth, text: moved(labelText(lines), box) } };
}

/** In how many groups a point is. */
function depthAt(nodes: readonly LaidNode[], { x, y }: Point): number {
  const around = nodes.filter(
    (node) =>
      (node.kind === "group" || node.kind === "parallel") &&
      node.x <= x &&
      x <= node.x + node.width &&
      node.y <= y &&
      y <= node.y + node.height,
  );
  return around.length;
}

function pointsOf(edge: ElkExtendedEdge | undefined): readonly Point[] {
  const points = (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
  return points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) }));
}

const moved = ({ text }: TextBlock, { x, y }: Point): readonly LaidLine[] =>
  text.map((line) => ({ ...line, x: rounded(line.x + x), y: rounded(line.y + y) }));

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({
  x: rounded(x),
  y: rounded(y),
  width: rounded(width),
  height: rounded(height),
});

/** To a tenth of a pixel, written the same way everywhere. */
const rounded = (value: number) => Math.round(value * 10) / 10;
