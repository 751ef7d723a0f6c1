import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import type { AnyStateMachine, EventObject } from "xstate";
import type { ActionOffer } from "../../source/action.js";

/** What a person may do with an instance of a machine: an event that the machine decides about. */
export interface Deed extends ActionOffer {
  /** The event, from what the instance knows and what the person wrote. */
  event(context: Readonly<Record<string, unknown>>, text: string): EventObject;
  /** What to say once it is done. */
  readonly done: string;
}

/** What does not end the instance has no cause in the journal: there the event itself says whose it is. */
const byPerson = (type: string, more: object = {}): EventObject => {
  const event = { type, ...more, by: "human" };
  return event;
};

const said = (response: string) => byPerson("RESPOND", { response });

/** By machine. Whether one is possible now, the machine says. */
export const DEEDS: ReadonlyMap<AnyStateMachine, readonly Deed[]> = new Map<
  AnyStateMachine,
  readonly Deed[]
>([
  [
    askMachine,
    [
      {
        name: "cancel",
        label: "Cancel the question",
        what: "Closes the question wherever it is shown. The agent is told that you cancelled it.",
        event: ({ requestId }) => ({ type: "CANCEL", requestId }) as EventObject,
        done: "The question is cancelled.",
      },
    ],
  ],
  [
    guardMachine,
    [
      {
        name: "approve",
        label: "Approve",
        what: "Lets the todo pass the next time the agent marks it completed.",
        event: () => ({ type: "APPROVE" }),
        done: "Approved: it passes the next time the agent marks it completed.",
      },
      {
        name: "reset",
        label: "Reset",
        what: "Starts the count of attempts again.",
        event: () => ({ type: "RESET" }),
        done: "Reset: the agent has all its attempts again.",
      },
    ],
  ],
  [
    instructionMachine,
    [
      {
        name: "redrive",
        label: "Redrive",
        what: "Gives the instruction to the agent again, with a new count.",
        event: () => byPerson("REDRIVE"),
        done: "Queued again.",
      },
      {
        name: "discard",
        label: "Discard",
        what: "Gives the instruction up for good.",
        event: () => byPerson("DISCARD"),
        done: "Discarded.",
      },
    ],
  ],
  [
    verifyMachine,
    [
      {
        name: "retry",
        label: "Retry",
        what: "Runs the task again, with a new count of attempts.",
        event: () => said("retry"),
        done: "The task is tried again.",
      },
      {
        name: "fix",
        label: "Fix",
        what: "Adds one attempt with your instruction, which the agent has to follow.",
        asksFor: "Instruction for the next attempt",
        event: (_, text) => said(`fix: ${text}`),
        done: "One more attempt, with your instruction.",
      },
      {
        name: "skip",
        label: "Skip",
        what: "Leaves the task out. What depends on it may fail.",
        event: () => said("skip"),
        done: "Skipped.",
      },
      {
        name: "abort",
        label: "Abort",
        what: "Ends the task and keeps what there is of it.",
        event: () => said("abort"),
        done: "Aborted.",
      },
    ],
  ],
]);
