import { BoundedMap } from "../bounded-map.js";
import { mustFit } from "../must-fit.js";
import { randomId } from "../random-id.js";
import { createRuntime } from "../runtime/runtime.js";
import type { HostOptions } from "../runtime/runtime-interface.js";
import type { TrackedInstruction } from "./instruction.js";
import { type InstructionContext, instructionMachine, nextText, wasHandedOver } from "./machine.js";
import type { FailedInstruction, InstructionQueue } from "./queue.js";
import { createInstructionCounts, statsOf } from "./statistics.js";
import { createWaitingLine } from "./waiting-line.js";

/** Settings of the engine, all of them given. Durations are in milliseconds. */
export interface EngineSettings {
  readonly tickInterval: number;
  readonly expiresAfter: number;
  readonly maxFailed: number;
}

interface EngineOptions extends HostOptions {
  readonly newId?: () => string;
}

/** A queue that checks nothing of what it is given. */
export interface InstructionEngine
  extends Omit<InstructionQueue, "queueInstructionWithAck" | "tick"> {
  /** Queues an instruction until it is acknowledged; the same text while tracked gives the same id. */
  track(instruction: Pick<TrackedInstruction, "content" | "maxRetries" | "until">): string;
  /** As the queue's; with `every`, one look in that time counts, whoever looks. */
  tick(every?: number): number;
}

const SETTINGS = { tickInterval: "number", expiresAfter: "number", maxFailed: "number" } as const;

/** The queue itself, for hosts that have checked what they pass; others use `createInstructionQueue`. */
export function createInstructionEngine(
  settings: EngineSettings,
  options: EngineOptions = {},
): InstructionEngine {
  mustFit(settings, SETTINGS, "settings of createInstructionEngine");
  mustFit(options, {}, "options of createInstructionEngine");
  const { tickInterval, expiresAfter, maxFailed } = settings;
  const { newId = randomId } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  const runtime = createRuntime([instructionMachine], options);
  const { clock } = runtime;
  const stops = new Set<() => void>();
  /** Other processes may have said something. Where there are none, looking must change nothing. */
  const catchUp = () => runtime.journal.catchUp && runtime.catchUp();

  // What the instructions say, put together: in which order they wait, which text has which id,
  // which have failed, oldest first. A journal gives the same again.
  const queue = createWaitingLine();
  const byContent = new Map<string, string>();
  /** Ids of instructions that turned out to be tracked by another id. */
  const sameAs = new BoundedMap<string, string>(1_000);
  const failed = new Set<string>();
  const counts = { sent: 0, acknowledged: 0, retried: 0, failed: 0 };

  runtime.on(instructionMachine, (emitted, id) => {
    switch (emitted.type) {
      case "instruction.queue": {
        failed.delete(id);
        if (track(emitted.content, id)) queue.push({ text: emitted.text, id });
        break;
      }
      case "instruction.withdraw":
        failed.delete(id);
        if (byContent.get(emitted.content) === id) byContent.delete(emitted.content);
        // Whoever queued it holds this id.
        if (emitted.trackedAs) sameAs.set(id, emitted.trackedAs);
        queue.remove(id);
        break;
      case "instruction.dispatched":
        // By this process or by another one.
        queue.remove(id);
        counts.sent += 1;
        if (emitted.attempt > 1) counts.retried += 1;
        break;
      case "instruction.acknowledged":
        counts.acknowledged += 1;
        break;
      case "instruction.failed":
        counts.failed += 1;
        failed.add(id);
        keepWithinLimit();
    }
  });

  /** Two processes may track the same text at the same moment: the older one counts, for all. False when that is not this one. */
  function track(content: string, id: string): boolean {
    // It may have ended since.
    if (!contextOf(id)) return false;
    const known = byContent.get(content) ?? id;
    const other = contextOf(known) ? known : id;
    const isFirst = other === id || isOlder(id, other);
    if (isFirst) byContent.set(content, id);
    if (other !== id) {
      const [first, second] = isFirst ? [id, other] : [other, id];
      runtime.send(second, { type: "DUPLICATE", trackedAs: first });
    }
    return isFirst;
  }

  function isOlder(one: string, other: string): boolean {
    const sinceOf = (id: string) => contextOf(id)?.instruction.queuedAt ?? 0;
    const difference = sinceOf(one) - sinceOf(other);
    return difference < 0 || (difference === 0 && one < other);
  }

  /** Puts the lists together from what is known. */
  function putTogether(): void {
    queue.keepUntracked();
    byContent.clear();
    failed.clear();
    // In the order of their last moves, which is the order of the queue.
    for (const [id, snapshot] of runtime.live()) {
      if (!snapshot.matches("tracked")) failed.add(id);
      else if (!track(snapshot.context.instruction.content, id)) continue;
      if (snapshot.matches({ tracked: "queued" })) {
        queue.push({ text: nextText(snapshot.context), id });
      }
    }
  }

  runtime.onReread(putTogether);
  const unfollow = runtime.follow();

  const contextOf = (id: string) => runtime.snapshot(id)?.context;

  function keepWithinLimit(): void {
    for (const oldest of [...failed].slice(0, Math.max(0, failed.size - maxFailed))) {
      runtime.send(oldest, { type: "DISCARD", by: "policy" });
    }
  }

  function take(): { readonly text: string; readonly id: string | null } | undefined {
    catchUp();
    for (let item = queue.first(); item; item = queue.first()) {
      // Should this throw, it still waits.
      const isWanted = item.id === null || runtime.send(item.id, { type: "DISPATCHED" });
      if (queue.first() === item) queue.removeFirst();
      // One that does not want to be handed over any more was ended by another process.
      if (isWanted) return item;
    }
    return undefined;
  }

  function tick(every?: number): number {
    catchUp();
    const idle = queue.size === 0;
    const event = { type: "TICK", idle, ...(every !== undefined && { every }) } as const;
    const waiting = [...runtime.live()].filter(([, snapshot]) => snapshot.can(event));
    for (const [id] of waiting) runtime.send(id, event);
    return idle ? queue.size : 0;
  }

  return {
    runtime,
    queueInstruction(content) {
      queue.push({ text: content, id: null });
    },
    track(instruction) {
      catchUp();
      const known = byContent.get(instruction.content);
      if (known !== undefined) return known;
      const id = newId();
      const asked = { id, expiresAfter, whenFailed: "wait", queuedAt: clock.now() } as const;
      const input = { ...instruction, ...asked };
      runtime.start(instructionMachine, id, input);
      return byContent.get(instruction.content) ?? id;
    },
    dispatch: () => take()?.text,
    take,
    next() {
      tick(tickInterval);
      const taken = [];
      for (let item = take(); item; item = take()) taken.push(item);
      return taken;
    },
    isIdle() {
      catchUp();
      return queue.size === 0;
    },
    tick,
    start({ signal, everyMs: every = tickInterval } = {}) {
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
            tick(runtime.journal.processes && every);
          } catch (error) {
            onError(error);
          }
        }, every);
        (handle as { unref?: () => void }).unref?.();
      };
      if (signal?.aborted) return stop;
      stops.add(stop);
      signal?.addEventListener("abort", stop, { once: true });
      again();
      return stop;
    },
    sawToolCall(call) {
      catchUp();
      const event = { type: "TOOL_SEEN", ...call } as const;
      const done = [...runtime.live()].filter(([, snapshot]) => snapshot.can(event));
      return done.filter(([id]) => runtime.send(id, event)).map(([id]) => id);
    },
    wasHandedOver(id) {
      catchUp();
      const context = contextOf(sameAs.get(id) ?? id);
      return context && wasHandedOver(context);
    },
    acknowledgeInstruction: (id) => runtime.send(sameAs.get(id) ?? id, { type: "ACKNOWLEDGE" }),
    getFailedInstructions: () =>
      [...failed].flatMap((id) => {
        const context = contextOf(id);
        return context ? [failedInstruction(context)] : [];
      }),
    redrive(id) {
      const trackedAs = byContent.get(contextOf(id)?.instruction.content ?? "") ?? null;
      return runtime.send(id, { type: "REDRIVE", trackedAs }) ? (trackedAs ?? id) : undefined;
    },
    discard: (id) => runtime.send(id, { type: "DISCARD", by: "human" }),
    stats: () => statsOf(counts),
    recover() {
      // Counted as they are taken in: what others write meanwhile must not be read past.
      const counted = createInstructionCounts();
      runtime.recover((entry) => {
        counted.add(entry);
        return true;
      });
      Object.assign(counts, counted.counts);
      putTogether();
      keepWithinLimit();
      runtime.resume();
      return byContent.size;
    },
    dispose() {
      for (const stop of stops) stop();
      unfollow();
      runtime.stop();
      // The journal keeps them queued: handed over from here, they would count for nothing.
      queue.clear();
    },
  };
}

function failedInstruction(context: InstructionContext): FailedInstruction {
  const { instruction, attempt, dispatches, cause } = context;
  const { id, content, maxRetries } = instruction;
  return { id, content, attempts: attempt, maxRetries, dispatches, cause };
}
