import { hasLists, mustBe } from "./must-be.js";

/** A machine as data: what its pictures are made of. Nothing in it runs, all of it is JSON. */
export interface Chart {
  /** The id of the machine. */
  readonly id: string;
  /** SHA-256 of everything else in here: two machines with the same hash have the same picture. */
  readonly hash: string;
  /** The machine itself; its `id` is "". */
  readonly root: ChartState;
  /** Every transition, in the order of the machine. */
  readonly transitions: readonly ChartTransition[];
  /** What the definition did not tell, in words. A machine object tells everything. */
  readonly lacks: readonly string[];
}

/** A state of a machine, with the states inside it. */
export interface ChartState {
  /** The path from the machine, joined by dots: `open.presenting`. A dot in a key is written `\.`. */
  readonly id: string;
  readonly name: string;
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history";
  /** What a history state remembers: the state inside, or all the way down. */
  readonly history?: "shallow" | "deep";
  /** The state it starts in. Of a history state: where it leads when nothing is remembered. */
  readonly initial?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Whom the machine waits for here: `meta.waitsFor` of the state, such as "person". */
  readonly waitsFor?: string;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly ChartInvoke[];
  readonly children: readonly ChartState[];
}

/** An actor that a state invokes. */
export interface ChartInvoke {
  readonly id: string;
  /** The name of the actor logic, or "" when it is given inline. */
  readonly src: string;
}

/** A transition of a state. */
export interface ChartTransition {
  /** {@link transitionId}: stays the same as long as the state keeps its transitions in order. */
  readonly id: string;
  readonly source: string;
  /** Empty: the machine stays where it is. More than one: into several regions at once. */
  readonly targets: readonly string[];
  /** The event as XState calls it; "" for a transition without an event. */
  readonly event: string;
  /** Which of the source's transitions for this event it is, from 0. */
  readonly index: number;
  readonly trigger: Trigger;
  readonly guard?: Guard;
  readonly actions: readonly string[];
  /** Leaves and enters the source again, even when it leads to itself. */
  readonly isReentering: boolean;
  /** Neither target nor actions: the event is ignored here, whatever a state around this one does. */
  readonly isForbidden: boolean;
  readonly description?: string;
}

/** What sets a transition off. */
export type Trigger =
  | { readonly kind: "event"; readonly name: string }
  /** `ms` is known when the delay does not depend on the context. */
  | { readonly kind: "delay"; readonly name?: string; readonly ms?: number }
  | { readonly kind: "always" }
  /** The state's own children are done, or an actor: then `actor` has its id. */
  | { readonly kind: "done"; readonly actor?: string }
  | { readonly kind: "error"; readonly actor: string }
  | { readonly kind: "snapshot"; readonly actor: string };

/** What has to hold for a transition to be taken. */
export type Guard =
  | { readonly kind: "named"; readonly name: string; readonly params?: unknown }
  /** A function without a name. */
  | { readonly kind: "inline" }
  | { readonly kind: "and" | "or"; readonly guards: readonly Guard[] }
  | { readonly kind: "not"; readonly guard: Guard };

/** The id of a transition: of which state, for which event, and which of several. */
export function transitionId(source: string, event: string, index: number): string {
  mustBe(
    typeof source === "string" && typeof event === "string",
    "a transition: give the id of its source, its event, and which of several it is",
  );
  return `${source}|${event}|${index}`;
}

/** The id of a state from the keys that lead to it. */
export function stateId(path: readonly string[]): string {
  mustBe(
    Array.isArray(path) && path.every((key) => typeof key === "string"),
    "a path: give a list of the keys that lead to the state",
  );
  return path.map((key) => key.replace(/[\\.]/g, "\\$&")).join(".");
}

/** A state and all states inside it, outer ones first. */
export function withInner(state: ChartState): readonly ChartState[] {
  mustBe(hasLists(state, "children"), "a state of a chart: give chart.root, or a state in it");
  return [state, ...state.children.flatMap(withInner)];
}
