import { and, assign, emit, not, setup } from "xstate";
import type { Bounded } from "../bounded.js";
import { mustFit } from "../must-fit.js";
import { momentOf } from "../runtime/moment.js";
import { isAwaitedCall, type ToolCallSeen } from "./awaited-call.js";
import { type Dispatch, endingOf, type InstructionOutput } from "./ending.js";
import type { TrackedInstruction } from "./instruction.js";

/** What a tracked instruction knows. A field that may be absent is one that older journals do not have. */
export interface InstructionContext extends Bounded {
  readonly instruction: TrackedInstruction;
  /** Every dispatch, in order. */
  readonly dispatches: readonly Dispatch[];
  /** How many of the dispatches were repetitions. */
  readonly repeated?: number;
  /** How often it has failed. */
  readonly failures?: number;
  /** How it ended, once it has. */
  readonly ended?: InstructionOutput["outcome"] | null;
  /** The id by which the same text is tracked now, when a redrive found that it is. */
  readonly trackedAs?: string | null;
}

interface Timed {
  /** Milliseconds since the epoch, stamped by the host. Default: the system's time. */
  readonly at?: number;
}

/** What the machine is told. */
export type InstructionEvent = Timed &
  (
    | /** The text was handed to the agent. */ { readonly type: "DISPATCHED" }
    /**
     * Time to look: is the queue idle, or does something else wait to be handed over? Default: idle.
     * `every`: how often this host looks, in milliseconds; of several hosts, one look in that time counts.
     */
    | { readonly type: "TICK"; readonly idle?: boolean; readonly every?: number }
    /** The same text was tracked before, by another process and at the same moment. */
    | { readonly type: "DUPLICATE"; readonly trackedAs: string }
    | { readonly type: "ACKNOWLEDGE" }
    /** The agent made this tool call; it may be the one that the instruction waits for. */
    | ({ readonly type: "TOOL_SEEN" } & ToolCallSeen)
    /** A person sends it again; `trackedAs` is the id by which the same text is tracked already. */
    | { readonly type: "REDRIVE"; readonly trackedAs?: string | null }
    /** A person lets it go (`human`), or there are too many failed ones (`policy`). */
    | { readonly type: "DISCARD"; readonly by?: "human" | "policy" }
  );

/** What the machine wants done, and what it tells. */
export type InstructionEmitted =
  /** A copy belongs at the end of the queue. */
  | { readonly type: "instruction.queue"; readonly text: string; readonly content: string }
  /** Any queued copy is void, and the content is no longer tracked. */
  | {
      readonly type: "instruction.withdraw";
      readonly content: string;
      /** The id by which the same text is tracked instead. */
      readonly trackedAs?: string;
    }
  | { readonly type: "instruction.dispatched"; readonly attempt: number }
  | { readonly type: "instruction.acknowledged" }
  | { readonly type: "instruction.failed"; readonly attempts: number };

/** The text of a dispatch: `retry` 0 is the first, from the second retry on it becomes urgent. */
function urgentText(content: string, retry: number): string {
  if (retry <= 1) return content;
  return retry === 2 ? `**IMPORTANT:** ${content}` : `**URGENT:** ${content}`;
}

/** The text of the next dispatch. */
export function nextText(context: InstructionContext): string {
  mustFit(context, { instruction: { content: "text" } }, "context of nextText");
  const { instruction, attempt } = context;
  return urgentText(instruction.content, attempt);
}

/** Whether the agent has it, since it was queued or driven again: what it does before that shows nothing. */
export function wasHandedOver({ attempt }: InstructionContext): boolean {
  return attempt > 0;
}

/** How many dispatches were repetitions. */
export function repeatedIn({ repeated, attempt }: InstructionContext): number {
  return repeated ?? Math.max(0, attempt - 1);
}

function checked(input: TrackedInstruction): TrackedInstruction {
  const shape = { content: "text", maxRetries: "number" } as const;
  mustFit(input, shape, "input of instructionMachine, which createInstruction makes");
  return input;
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
    output: {} as InstructionOutput,
    tags: {} as "idle" | "exhausted",
  },
  delays: { expiresAfter: ({ context }) => context.instruction.expiresAfter },
  guards: {
    isIdle: ({ event }) => event.type === "TICK" && event.idle !== false,
    isTooSoon: ({ context, event }) => {
      if (event.type !== "TICK" || event.every === undefined) return false;
      const handedOverAt = context.dispatches.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      const since = momentOf(event) - handedOverAt;
      // Timers are not exact, and a clock may be set back.
      return since >= 0 && since < 0.9 * event.every;
    },
    wasHandedOver: ({ context }) => wasHandedOver(context),
    isAwaited: ({ context, event }) =>
      event.type === "TOOL_SEEN" && isAwaitedCall(context.instruction.until, event),
    hasAttemptsLeft: ({ context }) => context.attempt < context.bound,
    isTrackedAgain: ({ event }) => event.type === "REDRIVE" && (event.trackedAs ?? null) !== null,
    endsFailed: ({ context }) => context.instruction.whenFailed === "end",
  },
  actions: {
    // What the machine wants done. Each can be replaced with `provide`.
    queue: emit(({ context }) => ({
      type: "instruction.queue" as const,
      text: nextText(context),
      content: context.instruction.content,
    })),
    withdraw: emit(({ context }) => ({
      type: "instruction.withdraw" as const,
      content: context.instruction.content,
      // A person who sends it again is told the other id; whoever queued a duplicate holds only its own.
      ...(context.trackedAs && context.cause === "system" && { trackedAs: context.trackedAs }),
    })),
    tellDispatched: emit(({ context }) => ({
      type: "instruction.dispatched" as const,
      attempt: context.attempt,
    })),
    tellAcknowledged: emit({ type: "instruction.acknowledged" }),
    tellFailed: emit(({ context }) => ({
      type: "instruction.failed" as const,
      attempts: context.attempt,
    })),

    // What it keeps in mind.
    countDispatch: assign(({ context, event }) => ({
      attempt: context.attempt + 1,
      dispatches: [...context.dispatches, { at: momentOf(event), text: nextText(context) }],
      repeated: repeatedIn(context) + Math.min(context.attempt, 1),
    })),
    countFailure: assign(({ context }) => ({
      failures: (context.failures ?? 0) + 1,
      ended: "failed" as const,
    })),
    startCountAgain: assign({ attempt: 0, cause: "human", ended: null }),
    noteReplaced: assign({
      cause: ({ event }) => (event.type === "DUPLICATE" ? "system" : "human"),
      trackedAs: ({ event }) => ("trackedAs" in event ? (event.trackedAs ?? null) : null),
    }),
    noteWhoDiscards: assign({
      cause: ({ context, event }) =>
        event.type === "DISCARD" ? (event.by ?? context.cause) : context.cause,
    }),
  },
}).createMachine({
  id: "instruction-ack",
  meta: { interpreter: "readback" },
  context: ({ input }) => ({
    instruction: checked(input),
    attempt: 0,
    bound: 1 + input.maxRetries,
    cause: null,
    dispatches: [],
    repeated: 0,
    failures: 0,
    ended: null,
    trackedAs: null,
  }),
  output: ({ context }) => endingOf(context),
  initial: "tracked",
  on: { ACKNOWLEDGE: ".acknowledged" },
  states: {
    tracked: {
      tags: "idle",
      initial: "queued",
      after: {
        expiresAfter: { target: "failed", actions: assign({ cause: "timer" }) },
      },
      on: {
        DUPLICATE: { target: "discarded", actions: "noteReplaced" },
        TOOL_SEEN: { guard: and(["wasHandedOver", "isAwaited"]), target: "acknowledged" },
      },
      states: {
        queued: {
          description: "Waits for its turn to be handed to the agent.",
          entry: "queue",
          on: {
            DISPATCHED: { target: "awaitingAck", actions: ["countDispatch", "tellDispatched"] },
          },
        },
        awaitingAck: {
          description: "The agent has it; what it does next tells whether it took it up.",
          on: {
            TICK: [
              {
                guard: and(["isIdle", not("isTooSoon"), "hasAttemptsLeft"]),
                target: "queued",
              },
              {
                guard: and(["isIdle", not("isTooSoon")]),
                target: "#instruction-ack.failed",
                actions: assign({ cause: "policy" }),
              },
            ],
          },
        },
      },
    },
    failed: {
      description: "Given up; kept with its history for a person to redrive or discard.",
      meta: { waitsFor: "person" },
      tags: ["idle", "exhausted"],
      entry: ["countFailure", "withdraw", "tellFailed"],
      always: { guard: "endsFailed", target: "unacknowledged" },
      on: {
        REDRIVE: [
          { guard: "isTrackedAgain", target: "discarded", actions: "noteReplaced" },
          { target: "tracked", actions: "startCountAgain" },
        ],
        DISCARD: { target: "discarded", actions: "noteWhoDiscards" },
      },
    },
    acknowledged: {
      type: "final",
      description: "The agent took it up.",
      entry: [assign({ cause: "system", ended: "acknowledged" }), "withdraw", "tellAcknowledged"],
    },
    discarded: {
      type: "final",
      description: "Let go of, after it had failed.",
      entry: [assign({ ended: "discarded" }), "withdraw"],
    },
    unacknowledged: {
      type: "final",
      description: "Failed, and nobody is waited for.",
      tags: "exhausted",
    },
  },
});
