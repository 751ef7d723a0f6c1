import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import type { AnyStateMachine } from "xstate";

/** The machines of `@readback/core`. */
export const OUR_MACHINES: readonly AnyStateMachine[] = [
  askMachine,
  guardMachine,
  instructionMachine,
  verifyMachine,
];
