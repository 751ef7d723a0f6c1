import type {
  AnyStateMachine,
  EmittedFrom,
  EventFromLogic,
  EventObject,
  ExecutableActionObject,
  InputFrom,
  SnapshotFrom,
} from "xstate";
import { mustBe } from "../given.js";
import {
  CHECKPOINT_EVENT,
  entryOf,
  type JournalEntry,
  type KeptDeadline,
  type KeptState,
  START_EVENT,
} from "../journal/entry.js";
import { mustBeMachine } from "../must-be-machine.js";
import { restored } from "./restore.js";
import { createStepper, type Step } from "./stepper.js";
import { NO_DEADLINES, rescheduled, type Timetable, without } from "./timetable.js";

/** An instance at rest. It is over when `snapshot.status` is not `active`. */
export interface HostState<M extends AnyStateMachine = AnyStateMachine> {
  readonly snapshot: SnapshotFrom<M>;
  /** What is due by itself, the next one first. */
  readonly deadlines: readonly KeptDeadline[];
}

/** What an entry of a journal leads to. */
export interface Applied<M extends AnyStateMachine = AnyStateMachine> {
  readonly state: HostState<M>;
  /** What the machine emitted: effects, as data. */
  readonly emitted: readonly EmittedFrom<M>[];
  /** Custom actions someone added with `machine.provide`: call their `exec`. */
  readonly custom: readonly ExecutableActionObject[];
}

/** One transition. Keep the entry, then the state, then see to the effects. */
export interface Moved<M extends AnyStateMachine = AnyStateMachine> extends Applied<M> {
  readonly entry: JournalEntry;
}

/** Runs the instances of one machine purely: it keeps nothing, waits for nothing and calls nothing. */
export interface Host<M extends AnyStateMachine = AnyStateMachine> {
  readonly machine: M;
  start(instance: string, input: InputFrom<M>, now: number): Moved<M>;
  /** Sends an event; `undefined` when nothing happened: no transition, an instance that is over, or a name that is not for outsiders (`xstate.…`). */
  send(
    instance: string,
    state: HostState<M>,
    event: EventFromLogic<M>,
    now: number,
  ): Moved<M> | undefined;
  /** Lets the first deadline that has passed happen; `undefined` when there is none. */
  due(instance: string, state: HostState<M>, now: number): Moved<M> | undefined;
  /** When the next deadline passes. */
  next(state: HostState<M>): number | undefined;
  /** The state as plain JSON. */
  keep(state: HostState<M>): KeptState;
  /** The state that was kept. Throws when it cannot be one of this machine. */
  restore(kept: KeptState): HostState<M>;
  /** Repeats the transition of a journal entry; `undefined` when it does not follow from this state. */
  apply(state: HostState<M> | undefined, entry: JournalEntry): Applied<M> | undefined;
}

/**
 * Makes the host of a machine: one serves any number of instances.
 * @example
 * const host = createHost(askMachine);
 * let { state, entry, emitted } = host.start("ask-1", input, Date.now());
 * const kept = JSON.stringify(host.keep(state)); // and, in another process or year:
 * state = host.restore(JSON.parse(kept));
 * const moved = host.send("ask-1", state, { type: "RENDERED", requestId }, Date.now());
 */
export function createHost<M extends AnyStateMachine>(machine: M): Host<M> {
  mustBeMachine(machine);
  const stepper = createStepper(machine);

  const applied = ({ snapshot, timers, emitted, custom }: Step, before: Timetable, now: number) => {
    const isOver = snapshot.status !== "active";
    const deadlines = isOver ? NO_DEADLINES : rescheduled(before, timers, now);
    return { state: { snapshot, deadlines } as HostState<M>, emitted, custom };
  };

  function begin(input: unknown, now: number): Applied<M> {
    const step = stepper.start(input);
    // XState does not throw here: what went wrong is in the snapshot.
    if (step.snapshot.status === "error") throw step.snapshot.error;
    return applied(step, NO_DEADLINES, now) as Applied<M>;
  }

  function advance(state: HostState<M>, event: EventObject, now: number): Applied<M> | undefined {
    const { snapshot, deadlines }: HostState = state;
    if (snapshot.status !== "active") return undefined;
    const step = stepper.next(snapshot, stamped(event, now));
    return step && (applied(step, deadlines, now) as Applied<M>);
  }

  /** A deadline that has passed is gone, also when the machine has no use for it. */
  function pass(state: HostState<M>, { id, event }: KeptDeadline, now: number): Applied<M> {
    const { snapshot, deadlines } = state;
    const left: HostState<M> = { snapshot, deadlines: without(deadlines, id) };
    return advance(left, event, now) ?? { state: left, emitted: [], custom: [] };
  }

  /** What was made of an event, and the entry about it. */
  function moved(
    now: number,
    instance: string,
    event: EventObject,
    before: HostState<M> | null,
    { state, emitted, custom }: Applied<M>,
    deadline?: string,
  ): Moved<M> {
    const { snapshot, deadlines } = state as HostState;
    const from = (before as HostState | null)?.snapshot ?? null;
    const entry = entryOf(now, instance, event, from, snapshot, deadlines, emitted, deadline);
    return { state, entry, emitted, custom };
  }

  const host: Host<M> = {
    machine,
    start(instance, input, now) {
      const event = { type: START_EVENT, input };
      return moved(now, instance, event, null, begin(input, now));
    },
    send(instance, before, event: EventObject, now) {
      mustBeState(before);
      mustBeEvent(event);
      const made = isReserved(event.type) ? undefined : advance(before, event, now);
      return made && moved(now, instance, event, before, made);
    },
    due(instance, before, now) {
      mustBeState(before);
      const [first] = before.deadlines;
      if (!first || first.at > now) return undefined;
      const { id, event } = first;
      return moved(now, instance, event, before, pass(before, first, now), id);
    },
    next(state) {
      mustBeState(state);
      return state.deadlines[0]?.at;
    },
    keep(state) {
      mustBeState(state);
      const { snapshot, deadlines } = state;
      const { value, context } = snapshot;
      return { value, context, deadlines };
    },
    restore: (kept) => restored(stepper, kept) as HostState<M>,
    apply(state, entry) {
      if (state !== undefined) mustBeState(state);
      mustBe(typeof entry?.event === "string", "journal entry", "an object with an event", entry);
      const { event: type, payload, time } = entry;
      if (type === CHECKPOINT_EVENT) {
        return { state: host.restore(payload as unknown as KeptState), emitted: [], custom: [] };
      }
      if (type === START_EVENT) return state ? undefined : begin(payload?.input, time);
      if (!state) return undefined;
      const id = entry.deadline ?? (type.startsWith("xstate.") ? type : undefined);
      if (id === undefined) return advance(state, { ...payload, type }, time);
      // Of several processes that host an instance, the first to report a deadline wins.
      const passed = state.deadlines.find((one) => one.id === id && one.at <= time);
      return passed && pass(state, passed, time);
    },
  };
  return host;
}

/** Throws an InvalidInputError for what is no event. */
export function mustBeEvent(event: EventObject): void {
  mustBe(typeof event?.type === "string", "event", "an object with a type", event);
}

/** Throws an InvalidInputError for what is no state of an instance. */
function mustBeState(state: HostState): void {
  const isRight = state?.snapshot instanceof Object && Array.isArray(state.deadlines);
  mustBe(isRight, "state of an instance", "an object with a snapshot and deadlines", state);
}

/** Names that mean something to XState or to the journal are not events anybody can send. */
function isReserved(type: string): boolean {
  return (
    type.startsWith("xstate.") || type === "*" || type === START_EVENT || type === CHECKPOINT_EVENT
  );
}

/** The event with the moment it happened, for a machine reads no clock. */
function stamped(event: EventObject, at: number): EventObject {
  // Ten times as quick as a spread.
  return Object.assign({ type: event.type }, event, { at });
}
