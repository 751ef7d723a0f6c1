import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  EmittedFrom,
  EventFromLogic,
  EventObject,
  InputFrom,
  SnapshotFrom,
} from "xstate";
import type { Journal, JournalEntry, KeptDeadline } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { stateName } from "../../src/journal/state-name.js";
import { type Clock, createSimulatedClock, type SimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import type { HostOptions } from "../../src/runtime/runtime-interface.js";

/** What a new process finds: the whole history, or one checkpoint per live instance instead. */
export type Restart = "history" | "checkpoints";

/** A journal that outlives the processes writing it. Everything in it has been through JSON. */
export interface KeptJournal extends Journal {
  entries(): JournalEntry[];
  /** Puts these entries in the place of all others. */
  compactTo(entries: Iterable<JournalEntry>): void;
}

export function createKeptJournal(): KeptJournal {
  const lines: string[] = [];
  const entries = () => lines.map((line) => JSON.parse(line) as JournalEntry);
  return {
    append(entry) {
      lines.push(JSON.stringify(entry));
      return [];
    },
    read: entries,
    entries,
    subscribe: () => () => {},
    compactTo(kept) {
      const written = [...kept].map((entry) => JSON.stringify(entry));
      lines.splice(0, lines.length, ...written);
    },
  };
}

/** A journal on a disk that is full every now and then: an append may throw, and keeps nothing. */
export function createFlakyJournal(works: readonly boolean[]) {
  const journal = createMemoryJournal();
  let appends = 0;
  let isHealed = false;
  return {
    ...journal,
    append(entry: JournalEntry) {
      appends += 1;
      if (!isHealed && works[appends % works.length] === false) throw new Error("The disk is full");
      return journal.append(entry);
    },
    heal() {
      isHealed = true;
    },
  };
}

/** One process: what it still does after its end reaches neither the timers nor the journal. */
export interface Life extends HostOptions {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly isOver: () => boolean;
  /** A crash: nothing is tidied up. */
  end(): void;
}

export function beginLife(clock: Clock, journal: Journal): Life {
  let over = false;
  const host = {
    clock: {
      now: () => clock.now(),
      setTimeout: (callback, ms) => clock.setTimeout(() => over || callback(), ms),
      clearTimeout: (handle) => clock.clearTimeout(handle),
    },
    journal: {
      ...journal,
      append: (entry) => (over ? [] : journal.append(entry)),
    },
    onError(error) {
      if (!over) throw error;
    },
  } satisfies HostOptions;
  // Not to be seen by `{ ...life }`: no host option is called so.
  const own = {
    isOver: { value: () => over },
    end: {
      value() {
        over = true;
      },
    },
  };
  return Object.defineProperties(host, own) as Life;
}

/**
 * A clock on a machine that can sleep: time goes on, timers stand still, and fire late afterwards.
 */
export interface SleepyClock extends SimulatedClock {
  sleep(ms: number): void;
}

export function createSleepyClock(start: number): SleepyClock {
  const clock = createSimulatedClock(start);
  let slept = 0;
  return {
    ...clock,
    now: () => clock.now() + slept,
    sleep(ms) {
      slept += ms;
    },
  };
}

/** As `expect(actual).toEqual(expected)`, without its cost when they are equal at first sight. */
export function expectSame<T>(actual: T, expected: T): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Lets every promise that can settle do so; `setImmediate` comes after all microtasks. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Something a machine on a stage is put through. */
export type Step<E extends EventObject> =
  | { readonly do: "send"; readonly event: E }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "restart"; readonly from: Restart };

/** One instance of a machine in a runtime, with everything it does in view. */
export interface Stage<M extends AnyStateMachine> {
  readonly journal: KeptJournal;
  /** What the machine emitted, and when, in order. */
  readonly told: readonly { readonly at: number; readonly emitted: EmittedFrom<M> }[];
  now(): number;
  send(event: EventFromLogic<M> | EventObject): boolean;
  wait(ms: number): void;
  restart(from: Restart): void;
  take(step: Step<EventFromLogic<M>>): void;
  /** Lets time alone pass until nothing is due any more; fails when that does not end. */
  outwait(): void;
  snapshot(): SnapshotFrom<M> | undefined;
  /** Name of the state, or `over`. */
  state(): string;
  /** What is still to come, with its time. */
  deadlines(): readonly KeptDeadline[];
}

const INSTANCE = "one";
const ENDLESS = 500;

export function createStage<M extends AnyStateMachine>(machine: M, input: InputFrom<M>): Stage<M> {
  const clock = createSimulatedClock(1_000_000);
  const journal = createKeptJournal();
  const told: { readonly at: number; readonly emitted: EmittedFrom<M> }[] = [];
  let life = beginLife(clock, journal);
  let runtime = host();

  function host() {
    const fresh = createRuntime<M>([machine], life);
    fresh.on(machine, (emitted) => told.push({ at: clock.now(), emitted }));
    return fresh;
  }

  const stage: Stage<M> = {
    journal,
    told,
    now: clock.now,
    send: (event) => runtime.send(INSTANCE, event as EventFromLogic<M>),
    wait: (ms) => clock.advance(ms),
    restart(from) {
      const checkpoints = [...runtime.checkpoints()];
      life.end();
      if (from === "checkpoints") journal.compactTo(checkpoints);
      life = beginLife(clock, journal);
      runtime = host();
      runtime.recover();
      runtime.resume();
    },
    take(step) {
      if (step.do === "send") stage.send(step.event);
      else if (step.do === "wait") stage.wait(step.ms);
      else stage.restart(step.from);
    },
    outwait() {
      for (let turn = 0; turn < ENDLESS; turn += 1) {
        const next = clock.next();
        if (next === undefined) return;
        clock.advance(next - clock.now());
      }
      throw new Error("Time alone never comes to an end");
    },
    snapshot: () => runtime.snapshot(INSTANCE),
    state: () => {
      const snapshot = runtime.snapshot(INSTANCE) as AnyMachineSnapshot | undefined;
      return snapshot ? stateName(snapshot.value) : "over";
    },
    deadlines: () =>
      [...runtime.checkpoints()]
        .flatMap(({ payload }) => payload?.deadlines as readonly KeptDeadline[])
        .filter(({ at }) => at > clock.now())
        .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
  };
  runtime.start(machine, INSTANCE, input);
  return stage;
}
