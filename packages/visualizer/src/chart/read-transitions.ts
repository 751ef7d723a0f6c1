import { type ChartTransition, type Trigger, transitionId } from "./chart.js";
import { guardOf, nameOfAction } from "./names.js";
import type { StateNodeLike, TransitionLike } from "./state-node.js";

/** What the reader of a machine knows of all of it. */
export interface Reading {
  /** Our id of every state by XState's. */
  readonly paths: ReadonlyMap<string, string>;
  /** Delays of a fixed length, by name. */
  readonly delays: ReadonlyMap<string, number>;
}

/** Every transition of a state and of the states inside it. */
export function readTransitions(node: StateNodeLike, reading: Reading): readonly ChartTransition[] {
  const counts = new Map<string, number>();
  const own = node.transitions.map((transition) => {
    const index = counts.get(transition.eventType) ?? 0;
    counts.set(transition.eventType, index + 1);
    return read(node, transition, index, reading);
  });
  return [...own, ...node.states.flatMap((child) => readTransitions(child, reading))];
}

function read(
  node: StateNodeLike,
  { eventType, target, delay, guard, actions, reenter, description }: TransitionLike,
  index: number,
  { paths, delays }: Reading,
): ChartTransition {
  const source = paths.get(node.id) ?? "";
  return {
    id: transitionId(source, eventType, index),
    source,
    targets: (target ?? []).map((id) => paths.get(id)).filter((id) => id !== undefined),
    event: eventType,
    index,
    trigger: triggerOf(eventType, delay, delays),
    ...(guard === undefined || guard === null ? {} : { guard: guardOf(guard) }),
    actions: actions.map(nameOfAction),
    isReentering: reenter,
    isForbidden: target === undefined && actions.length === 0 && !reenter,
    ...(description ? { description } : {}),
  };
}

const OF_ACTOR = /^xstate\.(?:(done|error)\.actor|(snapshot))\.(.*)$/s;

function triggerOf(event: string, delay: unknown, delays: Reading["delays"]): Trigger {
  if (typeof delay === "number") return { kind: "delay", ms: delay };
  if (typeof delay === "string") {
    const ms = delays.get(delay) ?? (/^\d+$/.test(delay) ? Number(delay) : undefined);
    const isNumber = /^\d+$/.test(delay);
    return {
      kind: "delay",
      ...(isNumber ? {} : { name: delay }),
      ...(ms === undefined ? {} : { ms }),
    };
  }
  if (event === "") return { kind: "always" };
  if (event.startsWith("xstate.done.state.")) return { kind: "done" };
  const [, ending, snapshot, actor = ""] = OF_ACTOR.exec(event) ?? [];
  if (snapshot) return { kind: "snapshot", actor };
  if (ending === "done" || ending === "error") return { kind: ending, actor };
  return { kind: "event", name: event };
}
