import type { Cause } from "../bounded.js";
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

interface Counting {
  started: number;
  attempts: number;
  retries: number;
  exhausted: number;
  /** Attempts seen so far of each live instance, in its current generation. */
  readonly live: Map<string, { readonly attempts: number; readonly generation: number }>;
  readonly outcomes: Map<string, number>;
  readonly causes: Map<Cause, number>;
}

/** Reads a journal as statistics, by machine. Memory grows with live instances only. */
export function journalStatistics(
  entries: Iterable<JournalEntry>,
): ReadonlyMap<string, MachineStatistics> {
  const machines = new Map<string, Counting>();
  for (const entry of entries) {
    const known = machines.get(entry.machine);
    const counting = known ?? newCounting();
    if (!known) machines.set(entry.machine, counting);
    count(counting, entry);
  }
  return new Map([...machines].map(([machine, counting]) => [machine, statisticsOf(counting)]));
}

/** Events of the todo guard after which a claim does not count: another todo blocked its write. */
const GIVES_BACK: ReadonlySet<string> = new Set(["WITHHELD", "OVERRULED"]);

function newCounting(): Counting {
  return {
    started: 0,
    attempts: 0,
    retries: 0,
    exhausted: 0,
    live: new Map(),
    outcomes: new Map(),
    causes: new Map(),
  };
}

function count(counting: Counting, entry: JournalEntry): void {
  const { instance, event, attempt, outcome, cause, generation = 1 } = entry;
  const known = counting.live.get(instance);
  // Not a beginning: from a process that had not seen the end yet, and it changed nothing.
  if (!known && event !== START_EVENT && event !== CHECKPOINT_EVENT) return;
  const isNew = known?.generation !== generation;
  if (isNew) counting.started += 1;
  // A count that a person reset starts again from 1; an attempt that is given back was made all the same.
  const isReset = !isNew && attempt < known.attempts && !GIVES_BACK.has(event);
  const before = isNew || isReset ? 0 : known.attempts;
  for (let made = before + 1; made <= attempt; made += 1) {
    counting.attempts += 1;
    if (made > 1) counting.retries += 1;
  }
  counting.live.set(instance, { attempts: attempt, generation });
  if (entry.exhausted) counting.exhausted += 1;
  if (outcome !== undefined) {
    increase(counting.outcomes, outcome);
    if (cause) increase(counting.causes, cause);
  }
  if (entry.done) counting.live.delete(instance);
}

function increase<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function statisticsOf({ live, ...counting }: Counting): MachineStatistics {
  const { attempts, retries } = counting;
  return { ...counting, live: live.size, retryRate: attempts === 0 ? 0 : retries / attempts };
}
