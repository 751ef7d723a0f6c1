import type { ChartLayout, LaidEdge, LaidLine, LaidNode } from "./layout.js";
import { TITLE_SIZE } from "./layout.js";

/**
 * A layout with some groups folded: each is one box, where it was, and what is inside it is not drawn.
 * Nothing is laid out again, so everything else stays where it is.
 */
export function collapsed(layout: ChartLayout, ids: ReadonlySet<string>): ChartLayout {
  if (ids.size === 0) return layout;
  const byId = new Map(layout.nodes.map((node) => [node.id, node]));
  /** The outermost folded group around a node, or the node itself when it is one. */
  const folded = (id: string): string | undefined => {
    let found: string | undefined;
    for (
      let at = byId.get(id);
      at;
      at = at.parent === undefined ? undefined : byId.get(at.parent)
    ) {
      if (ids.has(at.id)) found = at.id;
    }
    return found;
  };
  const nodes = layout.nodes
    .filter(({ id }) => (folded(id) ?? id) === id)
    .map((node) =>
      ids.has(node.id)
        ? asBox(
            node,
            layout.nodes.filter((one) => one.id !== node.id && folded(one.id) === node.id),
          )
        : node,
    );
  const edges = layout.edges.flatMap((edge): LaidEdge[] => {
    const [from, to] = [folded(edge.from) ?? edge.from, folded(edge.to) ?? edge.to];
    if (from === edge.from && to === edge.to && !ids.has(from) && !ids.has(to)) return [edge];
    if (from === to) return [];
    const box = [from, to].map((id) => byId.get(id)).find((node) => node && ids.has(node.id));
    const { label, ...rest } = edge;
    const isHidden = label && box && isIn(label, box);
    return [{ ...rest, from, to, ...(label && !isHidden && { label }) }];
  });
  return { ...layout, nodes, edges };
}

/** A group as a box with its name in the middle. */
function asBox(node: LaidNode, inner: readonly LaidNode[]): LaidNode {
  const { divider: _, ...rest } = node;
  const states = inner.filter(({ kind }) => kind === "state" || kind === "final");
  const line = (text: string, y: number, role: LaidLine["role"]): LaidLine => ({
    role,
    anchor: "middle",
    x: node.x + node.width / 2,
    y,
    segments: [{ role: "note", text }],
    transitions: [],
  });
  const middle = node.y + node.height / 2;
  const count = `${states.length} ${states.length === 1 ? "state" : "states"} inside`;
  return {
    ...rest,
    kind: "state",
    states: [...new Set([...node.states, ...inner.flatMap((one) => one.states)])],
    text: [line(node.name, middle, "title"), line(count, middle + TITLE_SIZE * 1.5, "body")],
  };
}

function isIn(inner: { x: number; y: number }, box: LaidNode): boolean {
  const { x, y, width, height } = box;
  return inner.x >= x && inner.x <= x + width && inner.y >= y && inner.y <= y + height;
}
