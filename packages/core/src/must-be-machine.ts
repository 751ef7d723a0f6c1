import type { AnyStateMachine } from "xstate";
import { mustBe } from "./given.js";

/** Throws an {@link InvalidInputError} for what is no XState machine. */
export function mustBeMachine(machine: AnyStateMachine, field = ""): void {
  const { id, config } = (machine ?? {}) as Partial<AnyStateMachine>;
  const isRight = typeof id === "string" && typeof config === "object";
  mustBe(isRight, "machine", "a machine of XState 5, such as askMachine", machine, field);
}

/** Throws an {@link InvalidInputError} for what is no list of XState machines. */
export function mustBeMachines(machines: readonly AnyStateMachine[]): void {
  mustBe(Array.isArray(machines), "machines", "a list of machines, such as [askMachine]", machines);
  for (const [index, machine] of machines.entries()) mustBeMachine(machine, `[${index}]`);
}
