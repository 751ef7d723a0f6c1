import type { AnyStateMachine, EmittedFrom, EventFromLogic, InputFrom, SnapshotFrom } from "xstate";
import type { Journal, JournalEntry } from "../journal/entry.js";
import type { Clock } from "./clock.js";
import type { Origin } from "./effects.js";
import type { ReplayReport } from "./replay.js";

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

/**
 * Called with what a machine emits, after the transition is in the journal. Of processes that share
 * a journal, each hears everything: an effect belongs to one of them, and the listener knows to which.
 */
export type EmitListener<M extends AnyStateMachine> = (
  emitted: EmittedFrom<M>,
  instance: string,
  origin: Origin,
) => void;

/** Hosts any number of instances of some machines. */
export interface Runtime<M extends AnyStateMachine> {
  readonly clock: Clock;
  readonly journal: Journal;
  /** The machines it hosts. */
  readonly machines: readonly M[];
  /** Starts an instance. Throws when the id is taken, also when another process has just taken it. */
  start<S extends M>(machine: S, instance: string, input: InputFrom<S>): void;
  /** Sends an event; false when it changed nothing: unknown or finished instance, no transition, or an `xstate.` event. Throws inside a journal's subscriber. */
  send(instance: string, event: EventFromLogic<M>): boolean;
  /** The snapshot of a live instance. */
  snapshot(instance: string): SnapshotFrom<M> | undefined;
  /** The ids and snapshots of the live instances. */
  live(): Iterable<readonly [instance: string, snapshot: SnapshotFrom<M>]>;
  /** Whether any instance waits for somebody or for a deadline that somebody waits for. */
  someoneWaits(): boolean;
  /** Listens to what one machine's instances emit; returns how to stop that. */
  on<S extends M>(machine: S, listener: EmitListener<S>): () => void;
  /** Takes in what other processes wrote to a shared journal since; every `send` does that, too. Throws inside a journal's subscriber. */
  catchUp(): void;
  /**
   * Told when a shared journal was lost to this process (deleted, shortened, or cut off by others) and
   * was read again: what happened meanwhile is in the state, and no effect told of it.
   */
  onReread(listener: () => void): () => void;
  /** Takes in what other processes write as soon as they do, until the returned function is called. A journal that has no `watch` cannot be followed. */
  follow(): () => void;
  /** Replays the journal, or the part of it `only` picks: live instances come back with their deadlines; what is overdue fires when `resume` is called. */
  recover(only?: (entry: JournalEntry) => boolean): ReplayReport;
  /** Fires what is overdue and starts the timer, after `recover` and whatever the host does with it. */
  resume(): void;
  /** One entry per live instance that stands for its whole history. */
  checkpoints(): Iterable<JournalEntry>;
  /** Lets go of the timer and refuses further events. The journal keeps everything. */
  stop(): void;
}
