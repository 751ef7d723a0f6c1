import type { Chart } from "./chart.js";
import { type DiagramEdge, type DiagramNode, diagramOf } from "./diagram.js";
import type { Line } from "./lines.js";
import { hasLists, mustBe } from "./must-be.js";

/**
 * A chart as a Mermaid state diagram.
 *
 * @example
 * console.log(mermaidOf(chartOf(askMachine)));
 */
export function mermaidOf(chart: Chart): string {
  mustBe(
    hasLists(chart, "transitions") && hasLists(chart.root, "children"),
    "a chart: give what chartOf makes",
  );
  const { initial, nodes, edges } = diagramOf(chart);
  const idOf = words(allOf(nodes));
  return [
    "stateDiagram-v2",
    ...indented([
      ...(initial === undefined ? [] : [`[*] --> ${idOf(initial)}`]),
      ...nodes.flatMap((node) => stateLines(node, edges, idOf)),
      ...allOf(nodes).flatMap((node) => stayLines(node, idOf)),
      ...edges.map((edge) => edgeLine(edge, idOf)),
      ...allOf(nodes)
        .filter(({ kind }) => kind === "final")
        .map(({ id }) => `${idOf(id)} --> [*]`),
    ]),
    "",
  ].join("\n");
}

type Name = (id: string) => string;

function stateLines(
  { id, name, kind, isDeep, initial, children }: DiagramNode,
  edges: readonly DiagramEdge[],
  idOf: Name,
): readonly string[] {
  const title = kind === "history" ? (isDeep ? "H*" : "H") : name;
  const head = `state "${escaped(title)}" as ${idOf(id)}`;
  if (children.length === 0) return [head];
  const leadsInside = edges.some((edge) => edge.from === id && isInside(edge));
  const inner = children.map((child) => stateLines(child, edges, idOf));
  const lines = [
    ...(initial === undefined ? [] : [`[*] --> ${idOf(initial)}`]),
    // Regions of a parallel state have a line between them.
    ...inner.flatMap((region, index) =>
      kind === "parallel" && index > 0 ? ["--", ...region] : region,
    ),
    ...(leadsInside ? [`state "any state in here" as ${idOf(id)}_any`] : []),
  ];
  return [`${head} {`, ...indented(lines), "}"];
}

/** What happens in a state without leaving it is a line back to it. */
function stayLines({ id, stays }: DiagramNode, idOf: Name): readonly string[] {
  const ways = stays.filter(({ transitions }) => transitions.length > 0);
  return ways.length === 0 ? [] : [`${idOf(id)} --> ${idOf(id)}: ${labelOf(ways)}`];
}

/** Mermaid cannot draw a line from a state to one inside it: the line starts inside instead. */
function edgeLine(edge: DiagramEdge, idOf: Name): string {
  const from = isInside(edge) ? `${idOf(edge.from)}_any` : idOf(edge.from);
  const way = `${from} --> ${idOf(edge.to)}`;
  return edge.lines.length === 0 ? way : `${way}: ${labelOf(edge.lines)}`;
}

const isInside = ({ from, to }: DiagramEdge) => to.startsWith(`${from}.`);

const labelOf = (lines: readonly Line[]) =>
  lines.map(({ segments }) => segments.map(({ text }) => escaped(text)).join(" ")).join("<br/>");

/** Letters that mean something to Mermaid, as it wants them written. */
const escaped = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[#;:<>"%{}`\\]/g, (letter) => `#${letter.charCodeAt(0)};`)
    .trim();

/** Words that Mermaid takes for its own. */
const TAKEN = new Set(["state", "note", "end", "direction", "as", "class", "style", "classdef"]);

/** Mermaid's ids are words; every name is given beside its own. No two states get the same. */
function words(nodes: readonly DiagramNode[]): Name {
  const given = new Map<string, string>();
  const used = new Set<string>();
  for (const { id, kind } of nodes) {
    const word = kind === "any" ? "any_state" : id.replace(/[^A-Za-z0-9_]/g, "_") || "_";
    let unique = TAKEN.has(word.toLowerCase()) ? `${word}_` : word;
    for (let count = 2; used.has(unique); count += 1) unique = `${word}_${count}`;
    used.add(unique);
    given.set(id, unique);
  }
  return (id) => given.get(id) ?? "_";
}

const allOf = (nodes: readonly DiagramNode[]): readonly DiagramNode[] =>
  nodes.flatMap((node) => [node, ...allOf(node.children)]);

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`);
