import * as z from "zod";
import { DAY, durationSchema, MINUTE } from "../duration.js";
import { mustHave } from "../given.js";
import { functionSchema, hostShape, parse, signalSchema } from "../parse.js";
import type { HostOptions, Runtime } from "../runtime/runtime-interface.js";
import type { ToolCallSeen } from "./awaited-call.js";
import type { Dispatch } from "./ending.js";
import { createInstructionEngine } from "./engine.js";
import { createInstruction, instructionText } from "./instruction.js";
import type { InstructionContext, instructionMachine } from "./machine.js";
import type { InstructionStats } from "./statistics.js";

const settingsSchema = z.strictObject({
  ...hostShape,
  tickInterval: durationSchema.default(MINUTE),
  expiresAfter: durationSchema.default(DAY),
  maxFailed: z.int().min(0).default(1_000),
  newId: functionSchema<() => string>().optional(),
});

const timerSchema = z.strictObject({ everyMs: durationSchema.optional(), signal: signalSchema });

/** Settings of {@link createInstructionQueue}. */
export interface InstructionQueueOptions extends HostOptions {
  /** How often `start` ticks, in milliseconds. Default 60,000. */
  readonly tickInterval?: number;
  /** How long an instruction may take in all before it has failed, in milliseconds. Default 24 hours. */
  readonly expiresAfter?: number;
  /** How many failed instructions to keep, oldest discarded first. Default 1,000. */
  readonly maxFailed?: number;
  /** Makes the ids of instructions. Default: random UUIDs. */
  readonly newId?: () => string;
}

/** A failed instruction with its history. */
export interface FailedInstruction {
  readonly id: string;
  readonly content: string;
  /** Dispatches used. */
  readonly attempts: number;
  readonly maxRetries: number;
  /** Every dispatch, in order. */
  readonly dispatches: readonly Dispatch[];
  /** `policy`: never acknowledged. `timer`: too old. */
  readonly cause: InstructionContext["cause"];
}

/** Settings of the timer that repeats instructions. */
export interface RetryTimerOptions {
  /** How often to look whether something has to be repeated, in milliseconds. */
  readonly everyMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats what was dispatched and not acknowledged, whenever the queue is idle. It keeps no process alive.
 * @example
 * const stop = startRetryTimer(queue, { everyMs: 60_000 });
 */
export function startRetryTimer(
  queue: Pick<InstructionQueue, "start">,
  options: RetryTimerOptions = {},
): () => void {
  mustHave(queue, {
    subject: "queue of startRetryTimer",
    methods: ["start"],
    be: "a queue, which createInstructionQueue makes",
  });
  return queue.start(options);
}

/** Gives an agent instructions, and knows which were taken up. */
export interface InstructionQueue {
  /** Queues a text without tracking it. */
  queueInstruction(content: string): void;
  /**
   * Queues a text until it is acknowledged; the same text while tracked gives the same id.
   * `maxRetries`, 0–100: `n` allows `1 + n` dispatches. Default 3. `until`: the tool or the command that
   * acknowledges it once it was handed over; `sawToolCall` tells of them.
   */
  queueInstructionWithAck(
    content: string,
    options?: { readonly maxRetries?: number; readonly until?: string },
  ): string;
  /** The next text to hand to the agent, or `undefined`. */
  dispatch(): string | undefined;
  /** As `dispatch`, with the id to acknowledge it by; `null` for a text that is not tracked. */
  take(): { readonly text: string; readonly id: string | null } | undefined;
  /**
   * Looks as `tick` does, at most once in `tickInterval`, and takes everything that waits: for a host that
   * calls its model now, in place of a timer.
   */
  next(): readonly { readonly text: string; readonly id: string | null }[];
  /** Whether nothing waits to be handed over. */
  isIdle(): boolean;
  /** When the queue is idle, queues again what was dispatched and not acknowledged. Returns how many. */
  tick(): number;
  /** Ticks every `everyMs`, default `tickInterval`, until the signal aborts or the returned function is called. */
  start(options?: RetryTimerOptions): () => void;
  /** The agent made this tool call: acknowledges what waited for it. Returns the ids of that. */
  sawToolCall(call: ToolCallSeen): readonly string[];
  /**
   * Whether the agent has been given an instruction, by this process or before a restart: what the agent does
   * after that may show that it took it up. `undefined`: it is not tracked, or not any more.
   */
  wasHandedOver(id: string): boolean | undefined;
  /** Ends an instruction; false when the id is not known. */
  acknowledgeInstruction(id: string): boolean;
  /** The failed instructions, oldest first. */
  getFailedInstructions(): readonly FailedInstruction[];
  /** Sends a failed instruction again with a new count; the id it is tracked by, or `undefined`. */
  redrive(id: string): string | undefined;
  /** Lets a failed instruction go; false when it has not failed. */
  discard(id: string): boolean;
  /** Counts of tracked instructions: since the queue was made, and what `recover` found in the journal. */
  stats(): InstructionStats;
  /** Takes up what a journal holds, after a restart. Returns how many instructions are tracked. */
  recover(): number;
  /** Lets go of every clock. A journal keeps the instructions. */
  dispose(): void;
  readonly runtime: Runtime<typeof instructionMachine>;
}

/**
 * Makes an instruction queue.
 * @example
 * const queue = createInstructionQueue();
 * const id = queue.queueInstructionWithAck("Check for the OpenSpec CLI");
 * queue.dispatch(); // the text, for the next tool result
 * queue.acknowledgeInstruction(id); // once the agent did it
 */
export function createInstructionQueue(options: InstructionQueueOptions = {}): InstructionQueue {
  const settings = parse(settingsSchema, options, "queue options");
  const { track, tick, ...engine } = createInstructionEngine(settings, options);
  return {
    ...engine,
    tick: () => tick(),
    queueInstruction: (content) => engine.queueInstruction(instructionText(content)),
    queueInstructionWithAck: (content, ackOptions = {}) =>
      track(createInstruction(content, ackOptions)),
    start(timer = {}) {
      parse(timerSchema, timer, "timer options");
      return engine.start(timer);
    },
  };
}
