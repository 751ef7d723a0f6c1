import type { AnyMachineSnapshot, EventObject } from "xstate";
import * as z from "zod";
import type { Instance, KeptDeadline } from "../runtime/instances.js";
import { type Bounded, stateName } from "../runtime/step.js";

/** The event name of an instance's first entry; its payload is the machine's input. */
export const START_EVENT = "readback.start";
/** The event name of an entry that stands for all earlier ones of its instance. */
export const CHECKPOINT_EVENT = "readback.checkpoint";

/** One transition of one instance, as plain JSON. */
export const journalEntrySchema = z.looseObject({
  /** Version of this shape. Readers keep entries of a newer version and do not apply them. */
  v: z.literal(1),
  /** When it happened, in milliseconds since the epoch. */
  time: z.number(),
  /** Id of the machine, such as `ask-with-render-ack`. */
  machine: z.string().min(1),
  /** Id of the instance. */
  instance: z.string().min(1),
  /** Type of the event. */
  event: z.string().min(1),
  /** The rest of the event; absent when it had none. */
  payload: z.record(z.string(), z.unknown()).optional(),
  /** State before, `null` for the first entry. */
  from: z.string().nullable(),
  /** State after. */
  to: z.string(),
  attempt: z.number(),
  bound: z.number(),
  cause: z.enum(["human", "timer", "policy", "system"]).nullable(),
  /** The instance's one terminal outcome, on the entry that decides it. */
  outcome: z.string().optional(),
  /** True on an instance's last entry. */
  done: z.literal(true).optional(),
});

/** One transition of one instance, as plain JSON. */
export type JournalEntry = Readonly<z.infer<typeof journalEntrySchema>>;

/** Where entries are kept. `append` has kept the entry when it returns, or throws. */
export interface Journal {
  append(entry: JournalEntry): void;
  read(): Iterable<JournalEntry>;
  /** Calls `listener` for every entry appended from now on; returns how to stop that. */
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
  const { type, ...payload } = event;
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
  if (hasMembers(payload)) entry.payload = payload;
  const outcome = outcomeOf(after);
  if (outcome !== null && (!before || outcomeOf(before) === null)) entry.outcome = outcome;
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

/** An ask keeps its outcome and listens on for late answers; elsewhere the final state says it. */
function outcomeOf({ context, status, value }: AnyMachineSnapshot): string | null {
  const { outcome = null } = context as { outcome?: string | null };
  return outcome ?? (status === "active" ? null : stateName(value));
}

function hasMembers(object: object): boolean {
  for (const _ in object) return true;
  return false;
}
