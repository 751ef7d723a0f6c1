import { assign, emit, setup } from "xstate";
import type { Bounded } from "../runtime/step.js";

/** One instruction whose uptake is tracked. */
export interface TrackedInstruction {
  readonly id: string;
  readonly content: string;
  /** Repetitions allowed: `n` allows `1 + n` dispatches. */
  readonly maxRetries: number;
  /** How long it may take in all, from queueing to acknowledgement, in milliseconds. */
  readonly expiresAfter: number;
}

/** One dispatch to the agent. */
export interface Dispatch {
  /** Milliseconds since the epoch, as the host's clock says; `null` when the host gave no time. */
  readonly at: number | null;
  readonly text: string;
}

export interface InstructionContext extends Bounded {
  readonly instruction: TrackedInstruction;
  /** Every dispatch, in order. */
  readonly dispatches: readonly Dispatch[];
}

export type InstructionEvent =
  /** The text was handed to the agent. */
  | { readonly type: "DISPATCHED"; readonly at?: number }
  /** The queue is idle: repeat what was not acknowledged. */
  | { readonly type: "TICK" }
  | { readonly type: "ACKNOWLEDGE" }
  /** A person sends a failed instruction again, with a new count. */
  | { readonly type: "REDRIVE" }
  /** A person, or the limit on failed ones, lets it go. */
  | { readonly type: "DISCARD" };

export type InstructionEmitted =
  /** A copy belongs at the end of the queue. */
  | { readonly type: "instruction.queue"; readonly text: string }
  /** Any queued copy is void. */
  | { readonly type: "instruction.withdraw" }
  | { readonly type: "instruction.acknowledged" }
  | { readonly type: "instruction.failed"; readonly attempts: number };

/** The text of a dispatch: `retry` 0 is the first, from the second retry on it becomes urgent. */
function urgentText(content: string, retry: number): string {
  if (retry <= 1) return content;
  return retry === 2 ? `**IMPORTANT:** ${content}` : `**URGENT:** ${content}`;
}

/** The text of the next dispatch. */
export function nextText({ instruction, attempt }: InstructionContext): string {
  return urgentText(instruction.content, attempt);
}

/**
 * instruction-ack: an instruction is repeated, with rising urgency, until it is acknowledged or
 * declared failed. One instance is one instruction.
 */
export const instructionMachine = setup({
  types: {
    context: {} as InstructionContext,
    input: {} as TrackedInstruction,
    events: {} as InstructionEvent,
    emitted: {} as InstructionEmitted,
    tags: {} as "idle" | "exhausted",
  },
  delays: { expiresAfter: ({ context }) => context.instruction.expiresAfter },
  guards: { hasAttemptsLeft: ({ context }) => context.attempt < context.bound },
  actions: {
    queue: emit(({ context }) => ({ type: "instruction.queue" as const, text: nextText(context) })),
    withdraw: emit({ type: "instruction.withdraw" }),
    countDispatch: assign({
      attempt: ({ context }) => context.attempt + 1,
      dispatches: ({ context, event }) =>
        event.type === "DISPATCHED"
          ? [...context.dispatches, { at: event.at ?? null, text: nextText(context) }]
          : context.dispatches,
    }),
    fail: emit(({ context }) => ({
      type: "instruction.failed" as const,
      attempts: context.attempt,
    })),
  },
}).createMachine({
  id: "instruction-ack",
  context: ({ input }) => ({
    instruction: input,
    attempt: 0,
    bound: 1 + input.maxRetries,
    cause: null,
    dispatches: [],
  }),
  initial: "tracked",
  on: { ACKNOWLEDGE: ".acknowledged" },
  states: {
    tracked: {
      tags: "idle",
      initial: "queued",
      after: {
        expiresAfter: { target: "failed", actions: assign({ cause: "timer" }) },
      },
      states: {
        queued: {
          description: "Waits for its turn to be handed to the agent.",
          entry: "queue",
          on: { DISPATCHED: { target: "awaitingAck", actions: "countDispatch" } },
        },
        awaitingAck: {
          description: "The agent has it; what it does next tells whether it took it up.",
          on: {
            TICK: [
              { guard: "hasAttemptsLeft", target: "queued" },
              { target: "#instruction-ack.failed", actions: assign({ cause: "policy" }) },
            ],
          },
        },
      },
    },
    failed: {
      description: "Given up; kept with its history for a person to redrive or discard.",
      tags: ["idle", "exhausted"],
      entry: ["withdraw", "fail"],
      on: {
        REDRIVE: { target: "tracked", actions: assign({ attempt: 0, cause: "human" }) },
        DISCARD: "discarded",
      },
    },
    acknowledged: {
      type: "final",
      description: "The agent took it up.",
      entry: [assign({ cause: "system" }), "withdraw", emit({ type: "instruction.acknowledged" })],
    },
    discarded: {
      type: "final",
      description: "Let go of, after it had failed.",
      entry: "withdraw",
    },
  },
});
