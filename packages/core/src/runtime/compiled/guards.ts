import type { EventObject } from "xstate";
import type { Loose, State } from "./states.js";

/** The transition an event takes: the innermost state's first whose guard holds. */
export function select(snapshot: Loose, state: State, context: Loose, event: EventObject): Loose {
  for (const node of state.chain) {
    for (const transition of node.transitions.get(event.type) ?? []) {
      if (holds(transition.guard, snapshot, context, event)) return transition;
    }
  }
  return undefined;
}

/** The transition a state takes by itself. */
export function selectAlways(
  snapshot: Loose,
  { chain }: State,
  context: Loose,
  event: EventObject,
): Loose {
  for (const { always = [] } of chain) {
    for (const one of always) if (holds(one.guard, snapshot, context, event)) return one;
  }
  return undefined;
}

export function holds(guard: Loose, snapshot: Loose, context: Loose, event: EventObject): boolean {
  if (guard === undefined) return true;
  const isInline = typeof guard === "function";
  const name = typeof guard === "string" ? guard : guard.type;
  const found = isInline ? guard : snapshot.machine.implementations.guards[name];
  if (found === undefined) throw new Error(`Guard "${name}" is not implemented`);
  if (typeof found !== "function") return holds(found, snapshot, context, event);
  const args = { context, event };
  if (found.check) return found.check(snapshot, args, found);
  const params = isInline ? undefined : guard.params;
  return found(args, typeof params === "function" ? params(args) : params);
}
