import type { AnyMachineSnapshot, EventObject } from "xstate";
import type { Instance, KeptDeadline } from "../runtime/instances.js";
import { type Bounded, type Cause, stateName } from "../runtime/step.js";

/** The event name of an instance's first entry; its payload is the machine's input. */
export const START_EVENT = "readback.start";
/** The event name of an entry that stands for all earlier ones of its instance. */
export const CHECKPOINT_EVENT = "readback.checkpoint";

/** One transition of one instance, as plain JSON. */
export interface JournalEntry {
  /** Version of this shape. Readers keep entries of a newer version and do not apply them. */
  readonly v: 1;
  /** When it happened, in milliseconds since the epoch. */
  readonly time: number;
  /** Id of the machine, such as `ask-with-render-ack`. */
  readonly machine: string;
  /** Id of the instance. */
  readonly instance: string;
  /** Type of the event. */
  readonly event: string;
  /** The rest of the event; absent when it had none. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** State before, `null` for the first entry. */
  readonly from: string | null;
  /** State after. */
  readonly to: string;
  readonly attempt: number;
  readonly bound: number;
  readonly cause: Cause | null;
  /** True on an entry that reaches a bound: from here on it takes a person, or it is over. */
  readonly exhausted?: true | undefined;
  /** The instance's one terminal outcome, on the entry that decides it. */
  readonly outcome?: string | undefined;
  /** True on an instance's last entry. */
  readonly done?: true | undefined;
}

/**
 * Where entries are kept. Several processes may share one: then the order in the journal is what
 * they agree on, and each learns of the others' entries through what `append` and `catchUp` return.
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
  /** Calls `listener` for every entry appended here from now on, before anything follows from it; returns how to stop that. */
  subscribe(listener: (entry: JournalEntry) => void): () => void;
}

export function entryOf(
  time: number,
  machine: string,
  instance: string,
  event: EventObject,
  before: AnyMachineSnapshot | null,
  after: AnyMachineSnapshot,
): JournalEntry {
  const { type } = event;
  const payload = payloadOf(event);
  const { attempt, bound, cause } = after.context as Bounded;
  const entry: { -readonly [K in keyof JournalEntry]: JournalEntry[K] } = {
    v: 1,
    time,
    machine,
    instance,
    event: type,
    from: before && stateName(before.value),
    to: stateName(after.value),
    attempt,
    bound,
    cause,
  };
  if (payload) entry.payload = payload;
  const outcome = outcomeOf(after);
  if (outcome !== null && (!before || outcomeOf(before) === null)) entry.outcome = outcome;
  if (isExhausted(after) && !(before && isExhausted(before))) entry.exhausted = true;
  if (after.status !== "active") entry.done = true;
  return entry;
}

/** One entry that stands for the whole history of a live instance. */
export function checkpointOf(time: number, instance: Instance): JournalEntry {
  const { snapshot, deadlines } = instance;
  const kept: KeptDeadline[] = deadlines.map(({ id, at, event }) => ({ id, at, event }));
  const { value, context } = snapshot;
  return entryOf(
    time,
    instance.stepper.machine.id,
    instance.id,
    { type: CHECKPOINT_EVENT, value, context, deadlines: kept } as EventObject,
    snapshot,
    snapshot,
  );
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

function payloadOf({ type: _, ...payload }: EventObject): Record<string, unknown> | undefined {
  for (const _ in payload) return payload;
  return undefined;
}
