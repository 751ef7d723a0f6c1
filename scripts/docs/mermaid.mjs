import { ANY_STATE } from "./graph.mjs";

/** A graph as a Mermaid state diagram. */
export function mermaidOf({ initial, states, edges }) {
  return [
    "stateDiagram-v2",
    ...indented([
      `[*] --> ${idOf(initial)}`,
      ...states.flatMap((state) => stateLines(state, edges)),
      ...edges.map((edge) => `${sourceOf(edge)} --> ${idOf(edge.to)}: ${labelOf(edge.lines)}`),
      ...allOf(states)
        .filter(({ isFinal }) => isFinal)
        .map(({ id }) => `${idOf(id)} --> [*]`),
    ]),
    "",
  ].join("\n");
}

function stateLines({ id, name, initial, children }, edges) {
  const head = `state "${name}" as ${idOf(id)}`;
  if (children.length === 0) return [head];
  const leadsInside = edges.some((edge) => edge.from === id && isInside(edge));
  const inner = [
    `[*] --> ${idOf(initial)}`,
    ...children.flatMap((child) => stateLines(child, edges)),
    ...(leadsInside ? [`state "any state in here" as ${idOf(id)}_any`] : []),
  ];
  return [`${head} {`, ...indented(inner), "}"];
}

/** Mermaid cannot draw a line from a state to one inside it: the line starts inside instead. */
const sourceOf = (edge) => (isInside(edge) ? `${idOf(edge.from)}_any` : idOf(edge.from));
const isInside = ({ from, to }) => to.startsWith(`${from}.`);

const labelOf = (lines) =>
  lines
    .map(({ trigger, guard, where }) => [trigger, guard, where].filter(Boolean).join(" "))
    .join("<br/>");

/** Mermaid's ids are words; every name in a diagram is given beside them. */
const idOf = (id) => (id === ANY_STATE ? "any_state" : id.replaceAll(".", "_"));

const allOf = (states) => states.flatMap((state) => [state, ...allOf(state.children)]);
const indented = (lines) => lines.map((line) => `    ${line}`);
