import * as z from "zod";
import { DAY, durationSchema, MINUTE } from "../duration.js";
import { parse } from "../parse.js";
import { randomId } from "../random-id.js";
import { createRuntime, type HostOptions, type Runtime } from "../runtime/runtime.js";
import { type Dispatch, type InstructionContext, instructionMachine, nextText } from "./machine.js";

const MAX_RETRIES = 100;
const contentSchema = z
  .string()
  .max(100_000, "must have at most 100000 characters")
  .refine((text) => text.trim().length > 0, "must not be empty: write the instruction");
const maxRetriesSchema = z
  .int(`must be a whole number, 0 to ${MAX_RETRIES}`)
  .min(0, `must be 0 to ${MAX_RETRIES}`)
  .max(MAX_RETRIES, `must be 0 to ${MAX_RETRIES}`);
const ackOptionsSchema = z.object({ maxRetries: maxRetriesSchema.default(3) });
const settingsSchema = z.object({
  tickInterval: durationSchema.default(MINUTE),
  expiresAfter: durationSchema.default(DAY),
  maxFailed: z.int().min(0).default(1_000),
});

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

/** Counts since the queue was made, of tracked instructions. */
export interface InstructionStats {
  /** Dispatches, repetitions included. */
  readonly sent: number;
  readonly acknowledged: number;
  /** Dispatches that were repetitions. */
  readonly retried: number;
  readonly failed: number;
  /** `retried / sent`, 0 when nothing was sent. */
  readonly retryRate: number;
}

/** Gives an agent instructions, and knows which were taken up. */
export interface InstructionQueue {
  /** Queues a text without tracking it. */
  queueInstruction(content: string): void;
  /**
   * Queues a text until it is acknowledged; the same text while tracked gives the same id.
   * `maxRetries`, 0–100: `n` allows `1 + n` dispatches. Default 3.
   */
  queueInstructionWithAck(content: string, options?: { readonly maxRetries?: number }): string;
  /** The next text to hand to the agent, or `undefined`. */
  dispatch(): string | undefined;
  /** As `dispatch`, with the id to acknowledge it by; `null` for a text that is not tracked. */
  take(): { readonly text: string; readonly id: string | null } | undefined;
  /** Whether nothing waits to be handed over. */
  isIdle(): boolean;
  /** When the queue is idle, queues again what was dispatched and not acknowledged. Returns how many. */
  tick(): number;
  /** Ticks every `tickInterval` until the signal aborts or the returned function is called. */
  start(options?: { readonly signal?: AbortSignal }): () => void;
  /** Ends an instruction; false when the id is not known. */
  acknowledgeInstruction(id: string): boolean;
  /** The failed instructions, oldest first. */
  getFailedInstructions(): readonly FailedInstruction[];
  /** Sends a failed instruction again with a new count; the id it is tracked by, or `undefined`. */
  redrive(id: string): string | undefined;
  /** Lets a failed instruction go; false when it has not failed. */
  discard(id: string): boolean;
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
  const { newId = randomId } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  const { tickInterval, expiresAfter, maxFailed } = parse(settingsSchema, options, "queue options");
  const runtime = createRuntime([instructionMachine], options);
  const { clock } = runtime;
  /** What waits to be handed over: a plain text, or the tracked instruction it is a copy of. */
  let queue: ({ readonly text: string } | { readonly text: string; readonly id: string })[] = [];
  const byContent = new Map<string, string>();
  const failed = new Set<string>();
  const counts = { sent: 0, acknowledged: 0, retried: 0, failed: 0 };
  const stops = new Set<() => void>();

  const contextOf = (id: string) => runtime.snapshot(id)?.context;
  const withdraw = (id: string) => {
    queue = queue.filter((item) => !("id" in item && item.id === id));
  };

  runtime.on(instructionMachine, (emitted, id) => {
    switch (emitted.type) {
      case "instruction.queue":
        queue.push({ text: emitted.text, id });
        break;
      case "instruction.withdraw":
        withdraw(id);
        break;
      case "instruction.acknowledged":
        counts.acknowledged += 1;
        break;
      case "instruction.failed":
        recordFailure(id);
    }
  });

  /** From now on the same text is a new instruction. */
  function forget({ instruction }: InstructionContext): void {
    if (byContent.get(instruction.content) === instruction.id) {
      byContent.delete(instruction.content);
    }
  }

  function recordFailure(id: string): void {
    counts.failed += 1;
    forget(contextOf(id) as InstructionContext);
    failed.add(id);
    keepWithinLimit();
  }

  function keepWithinLimit(): void {
    for (const oldest of failed) {
      if (failed.size <= maxFailed) return;
      discard(oldest);
    }
  }

  function discard(id: string): boolean {
    return runtime.send(id, { type: "DISCARD" }) && failed.delete(id);
  }

  function take(): { readonly text: string; readonly id: string | null } | undefined {
    const item = queue.shift();
    if (item && "id" in item) {
      const isRetry = (contextOf(item.id)?.attempt ?? 0) > 0;
      try {
        runtime.send(item.id, { type: "DISPATCHED" });
      } catch (error) {
        queue.unshift(item);
        throw error;
      }
      counts.sent += 1;
      if (isRetry) counts.retried += 1;
    }
    return item && { text: item.text, id: "id" in item ? item.id : null };
  }

  function tick(): number {
    if (queue.length > 0) return 0;
    const waiting = [...runtime.live()].filter(([, it]) => it.matches({ tracked: "awaitingAck" }));
    for (const [id] of waiting) runtime.send(id, { type: "TICK" });
    return queue.length;
  }

  return {
    runtime,
    queueInstruction(content) {
      queue.push({ text: parse(contentSchema, content, "instruction") });
    },
    queueInstructionWithAck(content, ackOptions = {}) {
      const text = parse(contentSchema, content, "instruction");
      const { maxRetries } = parse(ackOptionsSchema, ackOptions, "instruction options");
      const known = byContent.get(text);
      if (known !== undefined) return known;
      const id = newId();
      runtime.start(instructionMachine, id, { id, content: text, maxRetries, expiresAfter });
      byContent.set(text, id);
      return id;
    },
    dispatch: () => take()?.text,
    take,
    isIdle: () => queue.length === 0,
    tick,
    start({ signal } = {}) {
      let handle: unknown;
      const stop = () => {
        clock.clearTimeout(handle);
        signal?.removeEventListener("abort", stop);
        stops.delete(stop);
      };
      const again = () => {
        handle = clock.setTimeout(() => {
          again();
          try {
            tick();
          } catch (error) {
            onError(error);
          }
        }, tickInterval);
        (handle as { unref?: () => void }).unref?.();
      };
      if (signal?.aborted) return stop;
      stops.add(stop);
      signal?.addEventListener("abort", stop, { once: true });
      again();
      return stop;
    },
    acknowledgeInstruction(id) {
      const context = contextOf(id);
      if (!context || !runtime.send(id, { type: "ACKNOWLEDGE" })) return false;
      failed.delete(id);
      forget(context);
      return true;
    },
    getFailedInstructions: () =>
      [...failed].flatMap((id) => {
        const context = contextOf(id);
        return context ? [failedInstruction(context)] : [];
      }),
    redrive(id) {
      const context = contextOf(id);
      if (!context || !failed.has(id)) return undefined;
      const { content } = context.instruction;
      const tracked = byContent.get(content);
      if (tracked !== undefined) {
        return discard(id) ? tracked : undefined;
      }
      if (!runtime.send(id, { type: "REDRIVE" })) return undefined;
      failed.delete(id);
      byContent.set(content, id);
      return id;
    },
    discard: (id) => failed.has(id) && discard(id),
    stats: () => ({ ...counts, retryRate: counts.sent === 0 ? 0 : counts.retried / counts.sent }),
    recover() {
      runtime.recover();
      for (const [id, snapshot] of runtime.live()) {
        if (!snapshot.matches("tracked")) failed.add(id);
        else byContent.set(snapshot.context.instruction.content, id);
        if (snapshot.matches({ tracked: "queued" })) {
          queue.push({ text: nextText(snapshot.context), id });
        }
      }
      keepWithinLimit();
      runtime.resume();
      return byContent.size;
    },
    dispose() {
      for (const stop of stops) stop();
      runtime.stop();
      // The journal keeps them queued: handed over from here, they would count for nothing.
      queue = [];
    },
  };
}

function failedInstruction(context: InstructionContext): FailedInstruction {
  const { instruction, attempt, dispatches, cause } = context;
  const { id, content, maxRetries } = instruction;
  return { id, content, attempts: attempt, maxRetries, dispatches, cause };
}
