import { refuseUnknown } from "../did-you-mean.js";
import { InvalidInputError } from "../errors.js";
import { givenKind, mustBeEntry, mustBeFunction } from "../given.js";
import type { Journal, JournalEntry } from "./entry.js";

/** Settings of {@link createMemoryJournal}. */
export interface MemoryJournalOptions {
  /**
   * How many entries of finished instances to keep, oldest dropped first. Entries of live instances
   * are always kept, or a checkpoint stands for them. Default 1,000.
   */
  readonly keepFinished?: number;
  /** After how many entries of a live instance a checkpoint takes their place. Default 100. */
  readonly keepLive?: number;
  /** Told when a subscriber throws; the entry is kept all the same. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** An instance's entries, newest first. A list, not an array: V8 keeps room for 16 in a grown one. */
interface Link {
  readonly entry: JournalEntry;
  /** Its place in the journal: times may step back, with the clock. */
  readonly place: number;
  readonly previous: Link | undefined;
  readonly length: number;
}

function* backFrom(last: Link): Iterable<Link> {
  for (let link: Link | undefined = last; link; link = link.previous) yield link;
}

const SUBJECT = "memory journal options";

function mustCount(counts: Readonly<Record<string, unknown>>): void {
  const problems = Object.entries(counts)
    .filter(
      ([, count]) =>
        count !== Number.POSITIVE_INFINITY && !(Number.isInteger(count) && (count as number) >= 0),
    )
    .map(([field, count]) => ({
      field,
      problem: `must be a whole number, at least 0, or Infinity${givenKind(count)}`,
    }));
  if (problems.length > 0) throw new InvalidInputError(SUBJECT, problems);
}

/** A journal in memory: live instances whole (long histories as a checkpoint), finished ones for a while. */
export function createMemoryJournal(options: MemoryJournalOptions = {}): Journal {
  refuseUnknown(options, ["keepFinished", "keepLive", "onError"], SUBJECT);
  const { keepFinished = 1_000, keepLive = 100 } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  mustCount({ keepFinished, keepLive });
  mustBeFunction(onError, SUBJECT, "onError");
  const listeners = new Set<(entry: JournalEntry) => void>();
  const byInstance = new Map<string, Link>();
  const finished = new Map<string, Link>();
  let finishedEntries = 0;
  let appended = 0;
  let overgrown: string | undefined;

  function finish(instance: string, last: Link): void {
    byInstance.delete(instance);
    if (overgrown === instance) overgrown = undefined;
    // The same id may have lived before: a reopened todo, say.
    finishedEntries -= finished.get(instance)?.length ?? 0;
    finished.delete(instance);
    finished.set(instance, last);
    finishedEntries += last.length;
    for (const [oldest, { length }] of finished) {
      if (finishedEntries <= keepFinished) break;
      finished.delete(oldest);
      finishedEntries -= length;
    }
  }

  return {
    append(entry) {
      mustBeEntry(entry, "journal entry");
      const previous = byInstance.get(entry.instance);
      const link = { entry, place: appended++, previous, length: (previous?.length ?? 0) + 1 };
      if (entry.done) finish(entry.instance, link);
      else byInstance.set(entry.instance, link);
      if (!entry.done && link.length > keepLive) overgrown = entry.instance;
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
      const entries = [...finished.values(), ...byInstance.values()].flatMap((last) => [
        ...backFrom(last),
      ]);
      for (const { entry } of entries.sort((a, b) => a.place - b.place)) yield entry;
    },
    overgrown: () => overgrown,
    supersede(checkpoint) {
      mustBeEntry(checkpoint, "checkpoint");
      overgrown = undefined;
      const { instance } = checkpoint;
      const last = byInstance.get(instance);
      if (!last) return;
      byInstance.set(instance, {
        entry: checkpoint,
        place: last.place,
        previous: undefined,
        length: 1,
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
