import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import type { AnyStateMachine } from "xstate";

/** Our machines, by the names of their golden folders. */
export const MACHINES: Readonly<Record<string, AnyStateMachine>> = {
  ask: askMachine,
  guard: guardMachine,
  instructions: instructionMachine,
  verify: verifyMachine,
};
