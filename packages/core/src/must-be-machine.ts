import type { AnyStateMachine } from "xstate";
import { InvalidInputError } from "./errors.js";
import { givenKind } from "./given.js";

/** Throws an {@link InvalidInputError} for what is no XState machine. */
export function mustBeMachine(machine: AnyStateMachine, field = ""): void {
  const { id, config } = (machine ?? {}) as Partial<AnyStateMachine>;
  if (typeof id === "string" && typeof config === "object") return;
  const problem = `must be a machine of XState 5, such as askMachine${givenKind(machine)}`;
  throw new InvalidInputError("machine", [{ field, problem }]);
}

/** Throws an {@link InvalidInputError} for what is no list of XState machines. */
export function mustBeMachines(machines: readonly AnyStateMachine[]): void {
  if (!Array.isArray(machines)) {
    const problem = `must be a list of machines, such as [askMachine]${givenKind(machines)}`;
    throw new InvalidInputError("machines", [{ field: "", problem }]);
  }
  for (const [index, machine] of machines.entries()) mustBeMachine(machine, `[${index}]`);
}
