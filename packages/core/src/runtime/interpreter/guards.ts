import { type AnyStateMachine, and, type EventObject, not, or } from "xstate";
import type { Loose, Transition } from "./states.js";

/** How XState marks the guards that `and`, `or` and `not` make. */
const [AND, OR, NOT] = [and([]), or([]), not(() => false)].map((guard: Loose) => guard.check);
export const COMBINATIONS: ReadonlySet<unknown> = new Set([AND, OR, NOT]);

/** The first transition whose guard holds. */
export function choose(
  transitions: readonly Transition[],
  machine: AnyStateMachine,
  context: Loose,
  event: EventObject,
): Transition | undefined {
  for (const one of transitions) if (holds(one.guard, machine, context, event)) return one;
  return undefined;
}

export function holds(
  guard: Loose,
  machine: AnyStateMachine,
  context: Loose,
  event: EventObject,
): boolean {
  if (guard === undefined) return true;
  const isInline = typeof guard === "function";
  const name = typeof guard === "string" ? guard : guard.type;
  const found = isInline ? guard : (machine.implementations.guards as Loose)[name];
  if (found === undefined) throw new Error(`Guard "${name}" is not implemented`);
  const one = (inner: Loose) => holds(inner, machine, context, event);
  if (typeof found !== "function") return one(found);
  if (found.check) return combined(found, one);
  const args = { context, event };
  const params = isInline ? undefined : guard.params;
  return found(args, typeof params === "function" ? params(args) : params);
}

function combined({ check, guards }: Loose, one: (guard: Loose) => boolean): boolean {
  if (check === AND) return guards.every(one);
  if (check === OR) return guards.some(one);
  if (check === NOT) return !guards.some(one);
  throw new Error("The interpreter knows and, or and not, and no other guard made by XState");
}
