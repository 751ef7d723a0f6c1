import type { AnyStateMachine } from "xstate";
import { refuseUnknown } from "../did-you-mean.js";
import { mustBeMachines } from "../must-be-machine.js";
import { createRuntime as hostMachines } from "./runtime.js";
import type { HostOptions, Runtime } from "./runtime-interface.js";

/**
 * Makes a runtime for the given machines.
 * @example
 * const runtime = createRuntime([askMachine]);
 * runtime.start(askMachine, "ask-1", createAsk({ questions: [{ question: "Which name?" }] }));
 */
export function createRuntime<M extends AnyStateMachine>(
  machines: readonly M[],
  options: HostOptions = {},
): Runtime<M> {
  mustBeMachines(machines);
  refuseUnknown(options, ["clock", "journal", "redact", "onError"], "runtime options");
  return hostMachines(machines, options);
}
