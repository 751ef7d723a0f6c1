import { type Chart, type ChartState, withInner } from "./chart.js";
import { lifted } from "./lifted.js";
import { type Line, linesOf, noteLine } from "./lines.js";
import { type Step, stepsOf } from "./steps.js";

/** What is drawn of a chart: fewer boxes and lines than states and transitions, nothing left out. */
export interface Diagram {
  readonly id: string;
  readonly hash: string;
  /** The box the machine starts in. */
  readonly initial?: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface DiagramNode {
  readonly id: string;
  /** The states it stands for: itself, and a state that is alone in it. */
  readonly states: readonly string[];
  readonly name: string;
  readonly kind: "state" | "group" | "parallel" | "final" | "history" | "any";
  readonly waitsFor?: string;
  /** Of a history: it remembers all the way down. */
  readonly isDeep?: boolean;
  readonly description?: string;
  /** What happens in here without leaving, one line for each way. */
  readonly stays: readonly Line[];
  readonly initial?: string;
  readonly children: readonly DiagramNode[];
}

export interface DiagramEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The transitions it stands for; none for the way a history state leads by default. */
  readonly transitions: readonly string[];
  readonly lines: readonly Line[];
}

/** The box for transitions of the machine as a whole. No state has this id: in theirs, `\` comes before a dot or itself. */
export const ANY_STATE = "\\*";

/** Works out what to draw. */
export function diagramOf(chart: Chart): Diagram {
  const alone = aloneIn(chart.root);
  const drawn = (id: string) => (id === "" ? ANY_STATE : (alone.get(id) ?? id));
  const steps = lifted(stepsOf(chart), chart.root).map((step) => ({
    ...step,
    from: drawn(step.from),
    to: drawn(step.to),
  }));
  const staying = steps.filter(({ from, to }) => from === to);
  const linesIn = (id: string) => linesOf(staying.filter(({ from }) => from === id));
  const edges = edgesOf(steps.filter(({ from, to }) => from !== to));
  const nodes = chart.root.children.map((state) => nodeOf(state, alone, linesIn));
  const { initial } = chart.root;
  return {
    id: chart.id,
    hash: chart.hash,
    ...(initial === undefined ? {} : { initial: drawn(initial) }),
    nodes: [...anyNode(chart.root, linesIn(ANY_STATE), edges), ...nodes],
    edges: [...edges, ...defaultWays(chart.root, drawn)],
  };
}

/** States that are alone in theirs, each with the box it shares with the state around it. */
function aloneIn(root: ChartState): ReadonlyMap<string, string> {
  const pairs = withInner(root).flatMap(({ id, kind, children }): [string, string][] => {
    const [only, ...others] = children;
    const isPair =
      id !== "" && kind === "compound" && only?.kind === "atomic" && others.length === 0;
    return isPair ? [[only.id, id]] : [];
  });
  return new Map(pairs);
}

/** One edge for all ways from one box to another. */
function edgesOf(steps: readonly Step[]): readonly DiagramEdge[] {
  const ways = new Map<string, Step[]>();
  for (const step of steps) {
    const key = JSON.stringify([step.from, step.to]);
    ways.set(key, [...(ways.get(key) ?? []), step]);
  }
  return [...ways.values()].flatMap((together) => {
    const [{ from, to } = { from: "", to: "" }] = together;
    const transitions = [...new Set(together.flatMap((step) => step.transitions))];
    return { id: `${from} → ${to}`, from, to, transitions, lines: linesOf(together) };
  });
}

function nodeOf(
  state: ChartState,
  alone: ReadonlyMap<string, string>,
  linesIn: (id: string) => readonly Line[],
): DiagramNode {
  const inner = state.children.filter(({ id }) => !alone.has(id));
  const hidden = state.children.filter(({ id }) => alone.has(id));
  const both = [state, ...hidden];
  const waitsFor = both.map((one) => one.waitsFor).find((one) => one !== undefined);
  const description = both.flatMap((one) => one.description ?? []).join(" ");
  return {
    id: state.id,
    states: both.map(({ id }) => id),
    name: state.name,
    kind: kindOf(state, inner.length > 0),
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(state.history === "deep" ? { isDeep: true } : {}),
    ...(description === "" ? {} : { description }),
    stays: [...both.flatMap(runsOf), ...linesIn(state.id)],
    ...(state.initial === undefined || inner.length === 0 ? {} : { initial: state.initial }),
    children: inner.map((child) => nodeOf(child, alone, linesIn)),
  };
}

const runsOf = ({ invokes }: ChartState): readonly Line[] =>
  invokes.map(({ id, src }) => noteLine(`runs ${src || id}`));

function kindOf({ kind }: ChartState, hasInner: boolean): DiagramNode["kind"] {
  if (kind === "final" || kind === "history") return kind;
  if (!hasInner) return "state";
  return kind === "parallel" ? "parallel" : "group";
}

/** The box for the machine as a whole, if there is anything to say of it. */
function anyNode(
  root: ChartState,
  stays: readonly Line[],
  edges: readonly DiagramEdge[],
): readonly DiagramNode[] {
  const lines = [...runsOf(root), ...stays];
  const isNeeded = lines.length > 0 || edges.some(({ from, to }) => [from, to].includes(ANY_STATE));
  if (!isNeeded) return [];
  return [
    { id: ANY_STATE, states: [""], name: "any state", kind: "any", stays: lines, children: [] },
  ];
}

function defaultWays(root: ChartState, drawn: (id: string) => string): readonly DiagramEdge[] {
  return withInner(root).flatMap(({ id, kind, initial }) => {
    // Of what is remembered in several regions at once there is no single way.
    if (kind !== "history" || initial === undefined) return [];
    const to = drawn(initial);
    return [{ id: `${id} → ${to}`, from: id, to, transitions: [], lines: [] }];
  });
}
