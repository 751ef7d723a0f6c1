import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  EmittedFrom,
  EventFromLogic,
  EventObject,
  InputFrom,
  SnapshotFrom,
} from "xstate";
import { ReadbackError } from "../errors.js";
import {
  checkpointOf,
  entryOf,
  type Journal,
  type JournalEntry,
  START_EVENT,
} from "../journal/entry.js";
import { createMemoryJournal } from "../journal/memory-journal.js";
import { createFold, type ReplayReport } from "../journal/replay.js";
import { createAlarm } from "./alarm.js";
import { type Clock, systemClock } from "./clock.js";
import type { Deadline } from "./deadlines.js";
import { createStepper, type Step, type Stepper, stamped } from "./step.js";

/** What a host may bring; everything has a default. */
export interface HostOptions {
  /** Where time comes from. Default: the system's. */
  readonly clock?: Clock;
  /** Where transitions are kept. Default: a journal in memory. */
  readonly journal?: Journal;
  /** Changes an entry before it is written, to keep secrets out of the journal. Default: none. */
  readonly redact?: (entry: JournalEntry) => JournalEntry;
  /** Told of errors nobody else can see (a listener that threw, a timer that could not be journaled). Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** Called with what a machine emits, after the transition is in the journal. */
export type EmitListener<M extends AnyStateMachine> = (
  emitted: EmittedFrom<M>,
  instance: string,
) => void;

/** Hosts any number of instances of some machines. */
export interface Runtime<M extends AnyStateMachine> {
  readonly clock: Clock;
  readonly journal: Journal;
  /** Starts an instance. Throws when the id is taken. */
  start<S extends M>(machine: S, instance: string, input: InputFrom<S>): void;
  /** Sends an event; false when it changed nothing: unknown or finished instance, no transition, or an `xstate.` event. Throws inside a journal's subscriber. */
  send(instance: string, event: EventFromLogic<M>): boolean;
  /** The snapshot of a live instance. */
  snapshot(instance: string): SnapshotFrom<M> | undefined;
  /** The ids and snapshots of the live instances. */
  live(): Iterable<readonly [instance: string, snapshot: SnapshotFrom<M>]>;
  /** Listens to what one machine's instances emit; returns how to stop that. */
  on<S extends M>(machine: S, listener: EmitListener<S>): () => void;
  /** Takes in what other processes wrote to a shared journal since; every `send` does that, too. */
  catchUp(): void;
  /** Replays the journal, or the part of it `only` picks: live instances come back with their deadlines; what is overdue fires when `resume` is called. */
  recover(only?: (entry: JournalEntry) => boolean): ReplayReport;
  /** Fires what is overdue and starts the timer, after `recover` and whatever the host does with it. */
  resume(): void;
  /** One entry per live instance that stands for its whole history. */
  checkpoints(): Iterable<JournalEntry>;
  /** Lets go of the timer and refuses further events. The journal keeps everything. */
  stop(): void;
}

type Listener = (about: never, more: never) => void;
type Listeners = Set<Listener>;
/** Who is told, and what. */
interface Effect {
  readonly told: Iterable<Listener>;
  readonly about: unknown;
  readonly more: unknown;
}

/** How long to wait before a deadline whose journal entry failed is tried again. */
const RETRY_APPEND = 1_000;

/** Makes a runtime for the given machines. */
export function createRuntime<M extends AnyStateMachine>(
  machines: readonly M[],
  options: HostOptions = {},
): Runtime<M> {
  const { clock = systemClock, journal = createMemoryJournal(), redact } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  const steppers = new Map<string, Stepper>(machines.map((one) => [one.id, createStepper(one)]));
  const listeners = new Map(machines.map((one) => [one.id, new Set() as Listeners]));
  let fold = createFold(steppers);
  let stopped = false;
  /** Between `recover` and `resume` nothing falls due: the host may still have something to say. */
  let recovering = false;
  const isStill = () => stopped || recovering;
  let isAppending = false;

  // Effects are delivered in the order of the journal, also when a listener sends events itself.
  const effects: Effect[] = [];
  let delivering = false;

  /** Takes in what other processes wrote; false when that was nothing. */
  function absorb(others: readonly JournalEntry[]): boolean {
    for (const entry of others) fold.apply(entry);
    return others.length > 0;
  }

  /** Sends an event to a live instance: journal first, then state, then effects. */
  function advance(id: string, event: EventObject): boolean {
    const instance = fold.instances.get(id);
    const time = clock.now();
    const step = instance?.stepper.next(instance.snapshot, stamped(event, time));
    if (!instance || !step) return false;
    return commit(id, instance.stepper, step, event, instance.snapshot, time);
  }

  /** False when others were quicker, and the event came to nothing after theirs. */
  function commit(
    id: string,
    stepper: Stepper,
    step: Step,
    event: EventObject,
    before: AnyMachineSnapshot | null,
    time: number,
  ): boolean {
    const entry = entryOf(time, stepper.machine.id, id, event, before, step.snapshot);
    if (absorb(append(redact ? redact(entry) : entry))) {
      // The journal's order decides, not ours.
      const settled = fold.step(entry);
      if (!settled) return false;
      deliver(id, stepper, settled);
      return true;
    }
    fold.instances.commit(id, stepper, step, time, event.type);
    deliver(id, stepper, step);
    return true;
  }

  /** While it runs, the journal is ahead of the state: nothing else may happen. */
  function append(entry: JournalEntry): readonly JournalEntry[] {
    isAppending = true;
    try {
      return journal.append(entry);
    } finally {
      isAppending = false;
    }
  }

  function mustNotAppend(): void {
    if (!isAppending) return;
    throw new ReadbackError(
      "reentrant",
      "A journal's subscriber cannot send events: do it later, with queueMicrotask",
    );
  }

  function deliver(id: string, stepper: Stepper, step: Step): void {
    const told = listeners.get(stepper.machine.id) as Listeners;
    for (const emitted of step.emitted) effects.push({ told, about: emitted, more: id });
    for (const { exec, info, params } of step.custom) {
      if (exec) effects.push({ told: [exec], about: info, more: params });
    }
  }

  function settle(): void {
    if (delivering) return;
    delivering = true;
    try {
      do {
        for (let run = effects.shift(); run; run = effects.shift()) guarded(run);
      } while (fireDue());
    } finally {
      delivering = false;
    }
    arm();
  }

  function guarded({ told, about, more }: Effect): void {
    for (const listener of told) {
      try {
        listener(about as never, more as never);
      } catch (error) {
        onError(error);
      }
    }
  }

  /** The first deadline, when it has passed. */
  function overdue(): Deadline | undefined {
    const { first } = fold.instances.deadlines;
    const isDue = first && first.at <= clock.now() && clock.now() >= notBefore;
    return isDue && !isStill() ? first : undefined;
  }

  /** Takes the first deadline that has passed; false when there is none. */
  function fireDue(): boolean {
    if (!overdue()) return false;
    try {
      // Another process may have been quicker: then there is nothing to do here.
      absorb(journal.catchUp?.() ?? []);
      const due = overdue();
      if (!due) return true;
      advance(due.instance, due.event);
      fold.instances.deadlines.drop(due);
    } catch (error) {
      onError(error);
      notBefore = clock.now() + RETRY_APPEND;
    }
    return true;
  }

  const alarm = createAlarm(clock, settle);
  let notBefore = Number.NEGATIVE_INFINITY;

  /** One timer serves all deadlines, and is not kept without need. */
  function arm(): void {
    const first = fold.instances.deadlines.first;
    const at = first && !isStill() ? Math.max(first.at, notBefore) : undefined;
    // A clock nobody waits for (an idle window) must not keep a Node process alive.
    alarm.set(at, fold.instances.someoneWaits);
  }

  function stepperOf(machine: AnyStateMachine): Stepper {
    const stepper = steppers.get(machine.id);
    if (stepper?.machine === machine) return stepper;
    throw new ReadbackError(
      "unknown_machine",
      `This runtime does not host the machine "${machine.id}": pass it to createRuntime`,
    );
  }

  return {
    clock,
    journal,
    start(machine, instance, input) {
      if (stopped) throw new ReadbackError("stopped", "This runtime is stopped: make a new one");
      mustNotAppend();
      const stepper = stepperOf(machine);
      absorb(journal.catchUp?.() ?? []);
      if (fold.instances.get(instance)) {
        throw new ReadbackError("duplicate_instance", `Instance "${instance}" exists already`);
      }
      const start = { type: START_EVENT, input };
      commit(instance, stepper, stepper.start(input), start, null, clock.now());
      settle();
    },
    send(id, event: EventObject) {
      // Names that mean something to XState itself are not events anybody can send.
      if (stopped || event.type.startsWith("xstate.") || event.type === "*") return false;
      mustNotAppend();
      absorb(journal.catchUp?.() ?? []);
      const moved = advance(id, event);
      settle();
      return moved;
    },
    snapshot: (id) => fold.instances.get(id)?.snapshot as SnapshotFrom<M> | undefined,
    *live() {
      for (const { id, snapshot } of fold.instances.all()) {
        yield [id, snapshot as SnapshotFrom<M>] as const;
      }
    },
    on(machine, listener) {
      const known = listeners.get(machine.id) ?? new Set();
      known.add(listener as Listener);
      return () => known.delete(listener as Listener);
    },
    catchUp() {
      absorb(journal.catchUp?.() ?? []);
      settle();
    },
    recover(only = () => true) {
      recovering = true;
      fold = createFold(steppers);
      for (const entry of journal.read()) if (only(entry)) fold.apply(entry);
      return { ...fold.report };
    },
    resume() {
      recovering = false;
      settle();
    },
    *checkpoints() {
      for (const instance of fold.instances.all()) yield checkpointOf(clock.now(), instance);
    },
    stop() {
      stopped = true;
      arm();
    },
  };
}
