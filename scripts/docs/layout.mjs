import Elk from "elkjs";
import { ANY_STATE } from "./graph.mjs";
import { textWidth, wrapped } from "./text-width.mjs";

// Sizes of the text, in pixels at the diagram's own width.
const TITLE = { size: 16, weight: 600, line: 23 };
const BODY = { size: 14, weight: 400, line: 17 };
export const LABEL = { size: 14, weight: 400, line: 17 };

const PADDING = { x: 14, y: 10 };
const DOT = 14;
const WIDEST_BODY = 160;
const WIDEST_LABEL = 130;

/** How every level is laid out. */
const INSIDE = {
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.spacing.nodeNode": "18",
  "elk.spacing.edgeNode": "12",
  "elk.spacing.edgeEdge": "12",
  "elk.spacing.edgeLabel": "6",
  "elk.layered.spacing.nodeNodeBetweenLayers": "22",
  "elk.layered.spacing.edgeNodeBetweenLayers": "12",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "12",
};

const LAYOUT = {
  ...INSIDE,
  "elk.algorithm": "layered",
  // Only at the top: inside groups elkjs cannot follow the order of the machine.
  "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",
  "elk.layered.considerModelOrder.strategy": "PREFER_NODES",
  "elk.direction": "DOWN",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.randomSeed": "1",
  "elk.json.shapeCoords": "ROOT",
  "elk.json.edgeCoords": "ROOT",
  "elk.padding": "[top=20,left=20,bottom=20,right=20]",
};

/** Lays a graph out; every node, edge and label gets its place. Same graph, same places. */
export async function laidOut(graph) {
  const first = await laidOutWith(graph, new Map());
  return laidOutWith(graph, groupWidths(first));
}

/** How wide the text at the top of each group may be: as wide as what is inside. */
function groupWidths(node) {
  return new Map(
    (node.children ?? []).flatMap((child) =>
      child.kind === "group"
        ? [[child.id, child.width - 2 * PADDING.x], ...groupWidths(child)]
        : [],
    ),
  );
}

async function laidOutWith(graph, widths) {
  // What keeps the machine in the state is listed in its box; only what leads elsewhere is an edge.
  const stays = new Map();
  const moves = graph.edges.filter((edge) => {
    if (edge.from === edge.to) stays.set(edge.from, edge.lines);
    return edge.from !== edge.to;
  });
  const start = { id: "start", target: graph.initial };
  const dots = [];
  const children = graph.states.map((state) => elkNode(state, stays, dots, widths));
  const root = {
    id: graph.id,
    layoutOptions: LAYOUT,
    children: [dotNode(start.id), ...children],
    edges: [
      { id: "start-edge", sources: [start.id], targets: [start.target] },
      ...dots.map(({ id, target }) => ({ id: `${id}-edge`, sources: [id], targets: [target] })),
      ...moves.map(({ from, to, lines }, index) => ({
        id: `edge-${index}`,
        sources: [from],
        targets: [to],
        labels: [labelOf(lines)],
      })),
    ],
  };
  return new Elk().layout(root);
}

function dotNode(id) {
  const layoutOptions = { "elk.layered.layering.layerConstraint": "FIRST" };
  return { id, width: DOT, height: DOT, isDot: true, layoutOptions };
}

function elkNode(state, stays, dots, widths) {
  const box = boxOf(state, stays.get(state.id) ?? [], widths.get(state.id));
  const kind = state.isFinal ? "final" : state.id === ANY_STATE ? "any" : "state";
  if (state.children.length === 0) return { id: state.id, ...box, kind };
  const dot = { id: `start of ${state.id}`, target: state.initial };
  dots.push(dot);
  const top = box.height;
  return {
    id: state.id,
    text: box.text,
    kind: "group",
    layoutOptions: {
      ...INSIDE,
      "elk.padding": `[top=${top + 6},left=16,bottom=16,right=16]`,
    },
    children: [
      dotNode(dot.id),
      ...state.children.map((child) => elkNode(child, stays, dots, widths)),
    ],
  };
}

/** The text of a state and the box it needs: name, description, and what it does not leave for. */
function boxOf({ name, description }, stays, widest = WIDEST_BODY) {
  const text = [
    { ...TITLE, text: name, role: "title" },
    ...(description ? wrapped(description, widest, BODY.size) : []).map((line) => ({
      ...BODY,
      text: line,
      role: "body",
    })),
    ...stays
      .flatMap(({ trigger, guard }) =>
        wrapped(`stays: ${trigger} ${guard}`.trim(), widest, BODY.size),
      )
      .map((line) => ({ ...BODY, text: line, role: "stays" })),
  ];
  return { text, ...sizeOf(text, PADDING) };
}

/** A label in the middle of its edge, one line for each way, long ones broken. */
function labelOf(lines) {
  const text = lines.flatMap((line) => {
    const parts = [line.trigger, line.guard, line.where].filter(Boolean);
    const whole = parts.join(" ");
    if (textWidth(whole, LABEL.size) <= WIDEST_LABEL) return [whole];
    return parts.flatMap((part) => wrapped(part, WIDEST_LABEL, LABEL.size));
  });
  return {
    text: text.join("\n"),
    layoutOptions: { "elk.edgeLabels.inline": "true" },
    ...sizeOf(
      text.map((line) => ({ ...LABEL, text: line })),
      { x: 4, y: 2 },
    ),
  };
}

function sizeOf(text, padding) {
  const width = Math.max(...text.map((line) => textWidth(line.text, line.size, line.weight)));
  const height = text.reduce((sum, line) => sum + line.line, 0);
  return { width: Math.ceil(width + 2 * padding.x), height: Math.ceil(height + 2 * padding.y) };
}
