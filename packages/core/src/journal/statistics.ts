import type { Cause } from "../runtime/step.js";
import { CHECKPOINT_EVENT, type JournalEntry, START_EVENT } from "./entry.js";

/** Counts of one machine's instances. */
export interface MachineStatistics {
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
  /** Attempts seen so far of each live instance. */
  readonly live: Map<string, number>;
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
  const { instance, event, attempt, outcome, cause } = entry;
  if (!counting.live.has(instance)) {
    // Not a beginning: from a process that had not seen the end yet, and it changed nothing.
    if (event !== START_EVENT && event !== CHECKPOINT_EVENT) return;
    counting.started += 1;
  }
  // A count that a person reset starts again from 1.
  const seen = counting.live.get(instance) ?? 0;
  for (let made = (attempt < seen ? 0 : seen) + 1; made <= attempt; made += 1) {
    counting.attempts += 1;
    if (made > 1) counting.retries += 1;
  }
  counting.live.set(instance, attempt);
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
