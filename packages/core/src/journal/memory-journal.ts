import type { Journal, JournalEntry } from "./entry.js";

export interface MemoryJournalOptions {
  /**
   * How many entries of finished instances to keep, oldest dropped first. Entries of live instances
   * are always kept. Default 1,000.
   */
  readonly keepFinished?: number;
  /** Told when a subscriber throws; the entry is kept all the same. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** An entry and its place in the journal: times may step back, with the clock. */
interface Placed {
  readonly place: number;
  readonly entry: JournalEntry;
}

/** A journal in memory: live instances whole, finished ones for a while. */
export function createMemoryJournal({
  keepFinished = 1_000,
  onError = (error) => console.error(error),
}: MemoryJournalOptions = {}): Journal {
  const listeners = new Set<(entry: JournalEntry) => void>();
  const byInstance = new Map<string, Placed[]>();
  const finished = new Map<string, Placed[]>();
  let finishedEntries = 0;
  let appended = 0;

  function finish(instance: string, entries: Placed[]): void {
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
      const placed = { place: appended++, entry };
      const known = byInstance.get(entry.instance);
      if (known) known.push(placed);
      else byInstance.set(entry.instance, [placed]);
      if (entry.done) finish(entry.instance, known ?? [placed]);
      for (const listener of listeners) {
        try {
          listener(entry);
        } catch (error) {
          onError(error);
        }
      }
      return [];
    },
    *read() {
      const entries = [...finished.values(), ...byInstance.values()].flat();
      for (const { entry } of entries.sort((a, b) => a.place - b.place)) yield entry;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
