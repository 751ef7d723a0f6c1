import type { ChartInvoke, ChartState } from "./chart.js";

/** A state node, of a machine or of a definition after JSON, with everything in its place. */
export interface StateNodeLike {
  readonly id: string;
  readonly key: string;
  readonly type: ChartState["kind"];
  readonly history: unknown;
  readonly description: string | undefined;
  readonly meta: unknown;
  readonly tags: readonly string[];
  readonly entry: readonly unknown[];
  readonly exit: readonly unknown[];
  readonly invoke: readonly ChartInvoke[];
  /** XState ids of the state it starts in, or that a history state leads to by default. */
  readonly initial: readonly string[];
  readonly transitions: readonly TransitionLike[];
  readonly states: readonly StateNodeLike[];
}

export interface TransitionLike {
  readonly eventType: string;
  /** XState ids; undefined when the machine stays. */
  readonly target: readonly string[] | undefined;
  readonly delay: unknown;
  readonly guard: unknown;
  readonly actions: readonly unknown[];
  readonly reenter: boolean;
  readonly description: string | undefined;
}

const KINDS: readonly string[] = ["atomic", "compound", "parallel", "final", "history"];

/** Reads a state node; undefined for anything else. What is missing or odd in it is left out. */
export function nodeOf(value: unknown): StateNodeLike | undefined {
  if (!isRecord(value) || typeof value.id !== "string" || !isKind(value.type)) return undefined;
  const states = isRecord(value.states) ? Object.values(value.states) : [];
  return {
    id: value.id,
    key: typeof value.key === "string" ? value.key : value.id,
    type: value.type,
    history: value.history,
    description: textOf(value.description),
    meta: value.meta,
    tags: listOf(value.tags).filter((tag) => typeof tag === "string"),
    entry: listOf(value.entry),
    exit: listOf(value.exit),
    invoke: listOf(value.invoke).filter(isRecord).map(invokeOf),
    initial: value.type === "history" ? defaultOf(value) : targetsOf(value.initial),
    transitions: transitionsOf(value),
    states: states.map(nodeOf).filter((state) => state !== undefined),
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

const isKind = (type: unknown): type is ChartState["kind"] =>
  typeof type === "string" && KINDS.includes(type);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** A function given inline gets a name from XState that says nothing. */
function invokeOf({ id, src }: Readonly<Record<string, unknown>>): ChartInvoke {
  const name = textOf(src) ?? "";
  return { id: String(id), src: name.startsWith("xstate.invoke.") ? "" : name };
}

/** Where a history state leads when there is nothing to remember: a sibling, or a state by its id. */
function defaultOf({ config, parent }: Readonly<Record<string, unknown>>): readonly string[] {
  const target = isRecord(config) ? textOf(config.target) : undefined;
  if (!isRecord(parent)) return [];
  if (target === undefined) return targetsOf(parent.initial);
  if (target.startsWith("#")) return [target.slice(1)];
  let state: unknown = parent;
  for (const key of target.split(".")) {
    state = isRecord(state) && isRecord(state.states) ? state.states[key] : undefined;
  }
  return isRecord(state) && typeof state.id === "string" ? [state.id] : [];
}

/** In a machine they are a map by event, with those without an event apart; in JSON they are a list. */
function transitionsOf(node: Readonly<Record<string, unknown>>): readonly TransitionLike[] {
  const { transitions } = node;
  const own = transitions instanceof Map ? [...transitions.values()].flat() : listOf(transitions);
  return [...own, ...listOf(node.always)].filter(isRecord).map((transition) => ({
    eventType: textOf(transition.eventType) ?? "",
    target: transition.target === undefined ? undefined : targetsOf(transition),
    delay: transition.delay,
    guard: transition.guard,
    actions: listOf(transition.actions),
    reenter: transition.reenter === true,
    description: textOf(transition.description),
  }));
}

function targetsOf(transition: unknown): readonly string[] {
  const targets = isRecord(transition) ? listOf(transition.target) : [];
  return targets.flatMap((target) => {
    if (typeof target === "string") return [target.replace(/^#/, "")];
    return isRecord(target) && typeof target.id === "string" ? [target.id] : [];
  });
}
