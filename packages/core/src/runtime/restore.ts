import type { AnyMachineSnapshot } from "xstate";
import { messageOf, ReadbackError } from "../errors.js";
import type { KeptDeadline, KeptState } from "../journal/entry.js";
import type { Stepper } from "./stepper.js";
import { inOrder, type Timetable } from "./timetable.js";

/** The state that was kept as JSON. Throws when it cannot be a state of the machine. */
export function restored(
  stepper: Stepper,
  kept: KeptState,
): { readonly snapshot: AnyMachineSnapshot; readonly deadlines: Timetable } {
  const { id } = stepper.machine;
  if (!isObject(kept) || !isObject(kept.context)) throw unusable(id, "it has no context");
  const { value, context, deadlines } = kept;
  if (!Array.isArray(deadlines) || !deadlines.every(isDeadline)) {
    throw unusable(id, "its deadlines are not a list of { id, at, event }");
  }
  try {
    return { snapshot: stepper.restore(value, context), deadlines: inOrder(deadlines) };
  } catch (error) {
    throw unusable(id, messageOf(error));
  }
}

function unusable(machine: string, why: string): ReadbackError {
  const message = `This is not a state of the machine "${machine}": ${why}. Pass what \`keep\` gave`;
  return new ReadbackError("invalid_state", message);
}

function isDeadline(one: unknown): one is KeptDeadline {
  if (!isObject(one)) return false;
  const { id, at, event } = one;
  return (
    typeof id === "string" &&
    Number.isFinite(at) &&
    isObject(event) &&
    typeof event.type === "string"
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
