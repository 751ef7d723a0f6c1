import type { Cause } from "../bounded.js";
import { mustBeEntries, mustBeEntry } from "../given.js";
import { CHECKPOINT_EVENT, type JournalEntry, START_EVENT } from "./entry.js";

/** Counts of one machine's instances. */
export interface MachineStatistics {
  /** An instance that begins another life, as an ask that is asked again, counts again. */
  readonly started: number;
  /** Started and not finished. */
  readonly live: number;
  /** Attempts made, by all instances. */
  readonly attempts: number;
  /** Attempts after an instance's first. */
  readonly retries: number;
  /** `retries / attempts`, 0 when there were none. */
  readonly retryRate: number;
  /** How often a bound was reached. */
  readonly exhausted: number;
  /** Terminal outcomes, by name. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** What caused them. */
  readonly causes: ReadonlyMap<Cause, number>;
}

/** What one entry adds to the counts of its machine. */
export interface Counted {
  readonly started: number;
  readonly attempts: number;
  readonly retries: number;
  readonly exhausted: number;
  readonly outcome: string | undefined;
  readonly cause: Cause | null;
  /** True on an instance's last entry. */
  readonly done: boolean;
}

/** Reads a journal as statistics, by machine. Memory grows with live instances only. */
export function journalStatistics(
  entries: Iterable<JournalEntry>,
): ReadonlyMap<string, MachineStatistics> {
  mustBeEntries(entries, "journal");
  const machines = new Map<string, Counting>();
  const count = createEntryCounter();
  for (const entry of entries) {
    mustBeEntry(entry, "journal entry");
    const known = machines.get(entry.machine);
    const counting = known ?? newCounting();
    if (!known) machines.set(entry.machine, counting);
    const counted = count(entry);
    if (counted) add(counting, entry, counted);
  }
  return new Map([...machines].map(([machine, counting]) => [machine, statisticsOf(counting)]));
}

/** Counts entry by entry; `undefined` for one that belongs to no live instance. */
export function createEntryCounter(): (entry: JournalEntry) => Counted | undefined {
  /** Attempts seen so far of each live instance, in its current generation. */
  const live = new Map<string, { readonly attempts: number; readonly generation: number }>();

  return ({ machine, instance, event, attempt, outcome, cause, generation = 1, ...entry }) => {
    const key = `${machine} ${instance}`;
    const known = live.get(key);
    // Not a beginning: from a process that had not seen the end yet, and it changed nothing.
    if (!known && event !== START_EVENT && event !== CHECKPOINT_EVENT) return undefined;
    const isNew = known?.generation !== generation;
    // A count that a person reset starts again from 1; an attempt that is given back was made all the same.
    const isReset = !isNew && attempt < known.attempts && !GIVES_BACK.has(event);
    const before = isNew || isReset ? 0 : known.attempts;
    if (entry.done) live.delete(key);
    else live.set(key, { attempts: attempt, generation });
    return {
      started: Number(isNew),
      attempts: Math.max(0, attempt - before),
      retries: Math.max(0, attempt - Math.max(1, before)),
      exhausted: Number(entry.exhausted ?? false),
      outcome,
      cause,
      done: entry.done ?? false,
    };
  };
}

/** Events of the todo guard after which a claim does not count: another todo blocked its write. */
const GIVES_BACK: ReadonlySet<string> = new Set(["WITHHELD", "OVERRULED"]);

interface Counting {
  started: number;
  attempts: number;
  retries: number;
  exhausted: number;
  readonly live: Set<string>;
  readonly outcomes: Map<string, number>;
  readonly causes: Map<Cause, number>;
}

function newCounting(): Counting {
  return {
    started: 0,
    attempts: 0,
    retries: 0,
    exhausted: 0,
    live: new Set(),
    outcomes: new Map(),
    causes: new Map(),
  };
}

function add(counting: Counting, { instance }: JournalEntry, counted: Counted): void {
  counting.started += counted.started;
  counting.attempts += counted.attempts;
  counting.retries += counted.retries;
  counting.exhausted += counted.exhausted;
  if (counted.outcome !== undefined) {
    increase(counting.outcomes, counted.outcome);
    if (counted.cause) increase(counting.causes, counted.cause);
  }
  if (counted.done) counting.live.delete(instance);
  else counting.live.add(instance);
}

function increase<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function statisticsOf({ live, ...counting }: Counting): MachineStatistics {
  const { attempts, retries } = counting;
  return { ...counting, live: live.size, retryRate: attempts === 0 ? 0 : retries / attempts };
}
