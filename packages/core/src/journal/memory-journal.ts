import type { Journal, JournalEntry } from "./entry.js";

export interface MemoryJournalOptions {
  /**
   * How many entries of finished instances to keep, oldest dropped first. Entries of live instances
   * are always kept. Default 1,000.
   */
  readonly keepFinished?: number;
}

/** A journal in memory: live instances whole, finished ones for a while. */
export function createMemoryJournal({ keepFinished = 1_000 }: MemoryJournalOptions = {}): Journal {
  const listeners = new Set<(entry: JournalEntry) => void>();
  const byInstance = new Map<string, JournalEntry[]>();
  const finished = new Map<string, JournalEntry[]>();
  let finishedEntries = 0;

  function finish(instance: string, entries: JournalEntry[]): void {
    byInstance.delete(instance);
    // The same id may have lived before: a reopened todo, say.
    finishedEntries -= finished.get(instance)?.length ?? 0;
    finished.delete(instance);
    finished.set(instance, entries);
    finishedEntries += entries.length;
    for (const [oldest, { length }] of finished) {
      if (finishedEntries <= keepFinished) break;
      finished.delete(oldest);
      finishedEntries -= length;
    }
  }

  return {
    append(entry) {
      const known = byInstance.get(entry.instance);
      if (known) known.push(entry);
      else byInstance.set(entry.instance, [entry]);
      if (entry.done) finish(entry.instance, known ?? [entry]);
      for (const listener of listeners) listener(entry);
      return [];
    },
    *read() {
      // Instances do not depend on each other; sorting is stable, so each keeps its own order.
      const entries = [...finished.values(), ...byInstance.values()].flat();
      yield* entries.sort((a, b) => a.time - b.time);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
