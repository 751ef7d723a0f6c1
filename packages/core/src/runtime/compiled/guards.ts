import { and, type EventObject, not, or } from "xstate";
import type { Loose, State } from "./states.js";

/** How XState marks the guards that `and`, `or` and `not` make. */
const [AND, OR, NOT] = [and([]), or([]), not(() => false)].map((guard: Loose) => guard.check);

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
  if (found.check) return combined(found, snapshot, args);
  const params = isInline ? undefined : guard.params;
  return found(args, typeof params === "function" ? params(args) : params);
}

function combined(found: Loose, snapshot: Loose, args: Loose): boolean {
  const { context, event } = args;
  const one = (guard: Loose) => holds(guard, snapshot, context, event);
  if (found.check === AND) return found.guards.every(one);
  if (found.check === OR) return found.guards.some(one);
  if (found.check === NOT) return !found.guards.some(one);
  return found.check(snapshot, args, found);
}
