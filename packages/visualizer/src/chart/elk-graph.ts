import type { ElkExtendedEdge, ElkNode } from "elkjs";
import type { Diagram, DiagramEdge, DiagramNode } from "./diagram.js";
import type { Direction } from "./layout.js";
import { boxText, labelText } from "./text-block.js";

/** How every level is laid out. */
const INSIDE = {
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.spacing.nodeNode": "24",
  "elk.spacing.edgeNode": "16",
  "elk.spacing.edgeEdge": "13",
  "elk.spacing.edgeLabel": "6",
  "elk.spacing.labelNode": "8",
  "elk.layered.spacing.nodeNodeBetweenLayers": "26",
  "elk.layered.spacing.edgeNodeBetweenLayers": "16",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "13",
};

const WHOLE = {
  ...INSIDE,
  "elk.algorithm": "layered",
  // Only at the top: inside groups elkjs cannot follow the order of the machine.
  "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",
  "elk.layered.considerModelOrder.strategy": "PREFER_NODES",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.randomSeed": "1",
  "elk.json.shapeCoords": "ROOT",
  "elk.json.edgeCoords": "ROOT",
  "elk.padding": "[top=20,left=20,bottom=20,right=20]",
};

const DOT = 14;

/** The id of the dot where a box, or the machine, starts. */
export const startOf = (id: string) => `\\start ${id}`;

/** What elkjs is given: every box with its size, every edge with the size of its label. */
export function elkGraph(
  diagram: Diagram,
  direction: Direction,
  widths: ReadonlyMap<string, number>,
): ElkNode {
  const starts: ElkExtendedEdge[] = [];
  const start = diagram.initial === undefined ? [] : [dot("", diagram.initial, starts)];
  const children = [...start, ...diagram.nodes.map((node) => elkNode(node, starts, widths))];
  return {
    id: "chart",
    layoutOptions: { ...WHOLE, "elk.direction": direction === "down" ? "DOWN" : "RIGHT" },
    children,
    edges: [...starts, ...diagram.edges.map((edge) => elkEdge(edge, isBackwards(diagram, edge)))],
  };
}

/**
 * Edges back to where a group starts are given to elkjs the other way round, and turned afterwards:
 * so the story begins at the top of the group. elkjs would look for the fewest long lines.
 */
export function isBackwards({ nodes }: Diagram, { from, to }: DiagramEdge): boolean {
  return allNodes(nodes).some(
    ({ initial, children }) =>
      initial === to && children.some(({ id }) => from === id || from.startsWith(`${id}.`)),
  );
}

const allNodes = (nodes: readonly DiagramNode[]): readonly DiagramNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children)]);

function elkEdge({ id, from, to, lines }: DiagramEdge, isTurned: boolean): ElkExtendedEdge {
  const edge = { id, sources: [isTurned ? to : from], targets: [isTurned ? from : to] };
  if (lines.length === 0) return edge;
  const { width, height } = labelText(lines);
  const layoutOptions = { "elk.edgeLabels.inline": "true" };
  return { ...edge, labels: [{ text: id, width, height, layoutOptions }] };
}

function dot(id: string, initial: string, starts: ElkExtendedEdge[]): ElkNode {
  const name = startOf(id);
  starts.push({ id: `${name} →`, sources: [name], targets: [initial] });
  const layoutOptions = { "elk.layered.layering.layerConstraint": "FIRST" };
  return { id: name, width: DOT, height: DOT, layoutOptions };
}

function elkNode(
  node: DiagramNode,
  starts: ElkExtendedEdge[],
  widths: ReadonlyMap<string, number>,
): ElkNode {
  const { width, height } = boxText(node, widths.get(node.id));
  if (node.children.length === 0) return { id: node.id, width, height };
  const start = node.initial === undefined ? [] : [dot(node.id, node.initial, starts)];
  return {
    id: node.id,
    layoutOptions: {
      ...INSIDE,
      "elk.padding": `[top=${height + 8},left=18,bottom=18,right=18]`,
      // Not narrower than its own name.
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${width},${height})`,
    },
    children: [...start, ...node.children.map((child) => elkNode(child, starts, widths))],
  };
}
