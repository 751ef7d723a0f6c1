import type { AnyMachineSnapshot, EventObject, StateValue } from "xstate";
import type { Bounded, Cause } from "../bounded.js";
import { definitionOf } from "./definition.js";
import { stateName } from "./state-name.js";
import { type Told, toldBy } from "./told.js";

/** The event name of an instance's first entry; its payload is the machine's input. */
export const START_EVENT = "readback.start";
/** The event name of an entry that stands for all earlier ones of its instance. */
export const CHECKPOINT_EVENT = "readback.checkpoint";

/** One transition of one instance, as plain JSON. */
export interface JournalEntry {
  /** Version of this shape. Readers keep entries of a newer version and do not apply them. */
  readonly v: 1;
  /**
   * Which entry of its instance this is, from 1, by what its writer had read. The same number twice: two
   * processes wrote at the same moment, and the journal's order decides. A runtime counts; a bare host does not.
   */
  readonly sequence?: number | undefined;
  /** When it happened, in milliseconds since the epoch. */
  readonly time: number;
  /** Id of the machine, such as `ask-with-render-ack`. */
  readonly machine: string;
  /** Hash of the definition by which its writer went; absent in entries of 0.1. */
  readonly definition?: string | undefined;
  /** Id of the instance. */
  readonly instance: string;
  /** Type of the event. */
  readonly event: string;
  /** The rest of the event; absent when it had none. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** Id of the deadline that passed, where the event's type (`xstate.after.…`) does not say it. */
  readonly deadline?: string | undefined;
  /** State before, `null` for the first entry. */
  readonly from: string | null;
  /** State after. */
  readonly to: string;
  readonly attempt: number;
  readonly bound: number;
  /** Which life of the instance this is, where one instance has several; absent in the first. */
  readonly generation?: number | undefined;
  readonly cause: Cause | null;
  /** True on an entry that reaches a bound: from here on it takes a person, or it is over. */
  readonly exhausted?: true | undefined;
  /** The one terminal outcome of the instance, or of its generation, on the entry that decides it. */
  readonly outcome?: string | undefined;
  /** What is due by itself from here on, the next one first; absent when nothing is. */
  readonly timers?: readonly Timer[] | undefined;
  /** What callers were told by this transition; absent when nobody was told anything. */
  readonly told?: readonly Told[] | undefined;
  /** True on an instance's last entry. */
  readonly done?: true | undefined;
}

/** A moment at which an instance moves by itself, unless something comes before. */
export interface Timer {
  /** Unique within the instance: the event's type, or the name that the machine gave it. */
  readonly id: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Where entries are kept. Several processes may share one: then the order in the journal is what
 * they agree on, and each learns of the others' entries through what `append` and `catchUp` return.
 *
 * A shared journal can be lost to a process. `append` and `catchUp` then throw an error with `lost`, and
 * go on after a `read`. `"deleted"`: somebody deleted it, whatever others wrote or compacted since; what
 * this process knows is written again. `"behind"`: others have compacted what this process had not read;
 * what it knows and the journal does not hold has ended.
 */
export interface Journal {
  /**
   * Keeps the entry, or throws. Returns the entries of others that came before this one and were
   * not returned yet; none, when nobody else writes.
   */
  append(entry: JournalEntry): readonly JournalEntry[];
  /** The entries of others that were not returned yet. Only a shared journal has any. */
  catchUp?(): readonly JournalEntry[];
  /** Every entry, from the start; a shared journal does not return these again. */
  read(): Iterable<JournalEntry>;
  /** An instance whose entries should make room for a checkpoint: only a journal that forgets by itself has any. */
  overgrown?(): string | undefined;
  /** Keeps a checkpoint in place of all entries of its instance. */
  supersede?(checkpoint: JournalEntry): void;
  /** Calls `listener` for every entry appended here from now on, before anything follows from it; returns how to stop that. */
  subscribe(listener: (entry: JournalEntry) => void): () => void;
  /**
   * Calls `listener` soon after others may have written, and every few seconds in any case; returns
   * how to stop that. It keeps no process alive. Only a shared journal has it.
   */
  watch?(listener: () => void): () => void;
  /** Who shares this journal. Only a shared journal has it. */
  readonly processes?: Processes;
}

/** The processes that share a journal. */
export interface Processes {
  /** The name of this one, unique among all that ever were. */
  readonly self: string;
  /** Whether the process of this name has ended. False when that cannot be known from here. */
  isGone(name: string): boolean;
}

/** How much of an instance's history a state holds. */
export interface Mark {
  /** When it began, in milliseconds since the epoch: the same name may live again. */
  readonly born: number;
  /** How many entries it has had since. */
  readonly moves: number;
}

/** What a checkpoint says of the history it stands for; earlier versions said nothing. */
export function markOf({ payload }: JournalEntry): Mark | undefined {
  const { born, moves } = (payload ?? {}) as Partial<Mark>;
  return typeof born === "number" && typeof moves === "number" ? { born, moves } : undefined;
}

/** A moment at which an event is due, as it is kept: in a state, in a checkpoint. */
export interface KeptDeadline extends Timer {
  readonly event: EventObject;
}

/** All that has to be kept of an instance, as plain JSON. */
export interface KeptState {
  readonly value: StateValue;
  readonly context: unknown;
  /** The next one first. */
  readonly deadlines: readonly KeptDeadline[];
}

export function entryOf(
  time: number,
  instance: string,
  event: EventObject,
  before: AnyMachineSnapshot | null,
  after: AnyMachineSnapshot,
  deadlines: readonly KeptDeadline[],
  emitted: readonly EventObject[] = [],
  deadline?: string,
): JournalEntry {
  const { type } = event;
  const payload = payloadOf(event);
  const { attempt, bound, cause } = after.context as Bounded;
  const entry: { -readonly [K in keyof JournalEntry]: JournalEntry[K] } = {
    v: 1,
    time,
    machine: after.machine.id,
    definition: definitionOf(after.machine),
    instance,
    event: type,
    from: before && stateName(before.value),
    to: stateName(after.value),
    attempt,
    bound,
    cause,
  };
  if (payload) entry.payload = payload;
  if (deadline !== undefined && !type.startsWith("xstate.")) entry.deadline = deadline;
  const outcome = outcomeOf(after);
  const generation = generationOf(after);
  if (generation > 1) entry.generation = generation;
  const isSame = before !== null && generationOf(before) === generation;
  if (outcome !== null && !(isSame && outcomeOf(before) !== null)) entry.outcome = outcome;
  if (isExhausted(after) && !(before && isExhausted(before))) entry.exhausted = true;
  if (deadlines.length > 0) entry.timers = deadlines.map(({ id, at }) => ({ id, at }));
  const told = toldBy(emitted);
  if (told) entry.told = told;
  if (after.status !== "active") entry.done = true;
  return entry;
}

/** One entry that stands for the whole history of a live instance. */
export function checkpointOf(
  time: number,
  live: {
    readonly id: string;
    readonly snapshot: AnyMachineSnapshot;
    readonly deadlines: readonly KeptDeadline[];
    readonly mark?: Mark;
  },
): JournalEntry {
  const { id, snapshot, deadlines, mark } = live;
  const { value, context } = snapshot;
  const event = { type: CHECKPOINT_EVENT, value, context, deadlines, ...mark };
  return entryOf(time, id, event, snapshot, snapshot, deadlines);
}

/** An ask that is exhausted is over; elsewhere the state waits for a person. */
function isExhausted(snapshot: AnyMachineSnapshot): boolean {
  return snapshot.hasTag("exhausted") || outcomeOf(snapshot) === "exhausted";
}

/** An ask keeps its outcome and listens on for late answers; elsewhere the final state says it. */
function outcomeOf({ context, status, value }: AnyMachineSnapshot): string | null {
  const { outcome = null } = context as { outcome?: string | null };
  return outcome ?? (status === "active" ? null : stateName(value));
}

/** An ask that is asked again after its end begins another life. */
function generationOf({ context }: AnyMachineSnapshot): number {
  const { generation = 1 } = context as { generation?: number };
  return generation;
}

function payloadOf({ type: _, ...payload }: EventObject): Record<string, unknown> | undefined {
  for (const _ in payload) return payload;
  return undefined;
}
