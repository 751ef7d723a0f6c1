import {
  CHECKPOINT_EVENT,
  checkpointOf,
  type Journal,
  type JournalEntry,
  type Mark,
  START_EVENT,
} from "../journal/entry.js";
import type { Clock } from "./clock.js";
import type { Applied, Host, Moved } from "./host.js";
import type { Instance } from "./instances.js";
import { createRecollection } from "./recollection.js";
import { createFold } from "./replay.js";

interface SharedFoldOptions {
  readonly hosts: ReadonlyMap<string, Host>;
  readonly journal: Journal;
  readonly clock: Clock;
  /** Keeps an entry, or throws; returns what others wrote before it. */
  readonly append: (entry: JournalEntry) => readonly JournalEntry[];
  readonly redact: ((entry: JournalEntry) => JournalEntry) | undefined;
  readonly onError: (error: unknown) => void;
  /** Told what follows from an entry of another process. */
  readonly onNews: (instance: string, host: Host, made: Applied) => void;
  /** The state has changed in a way that no effect tells of. */
  readonly onReread: () => void;
}

/**
 * The fold of a journal that other processes write, too. Such a journal can be lost under its
 * processes; each of them then writes again what it knows and the journal does not.
 */
export function createSharedFold(options: SharedFoldOptions) {
  const { hosts, journal, clock, append, onError, onNews, onReread } = options;
  const { redact = (entry: JournalEntry) => entry } = options;
  const recollection = journal.catchUp && createRecollection();
  let fold = createFold(hosts);
  /** Instances that a deleted journal has lost, and that are not in it again yet. */
  const unwritten = new Map<string, Instance>();
  /** Entries that a deleted journal has lost, and that others did not know. */
  const again: JournalEntry[] = [];

  function step(entry: JournalEntry): Applied | undefined {
    const made = fold.step(entry);
    if (made) recollection?.note(entry, fold.latest);
    return made;
  }

  /** Takes in what other processes wrote; false when that was nothing. */
  function absorb(others: readonly JournalEntry[]): boolean {
    const touched = [...unwritten].filter(([id]) => others.some(({ instance }) => instance === id));
    for (const [id] of touched) fold.instances.drop(id);
    for (const entry of others) {
      const made = step(entry);
      const host = made && hosts.get(entry.machine);
      if (host) onNews(fold.nameOf(entry.instance), host, made);
      if (made && entry.event === CHECKPOINT_EVENT) missing(entry.instance, fold.latest);
    }
    for (const [id, kept] of touched) keepUnlessKnown(id, kept);
    return others.length > 0;
  }

  /** The entry with its place in the history of its instance. It was made just now, and nobody has seen it. */
  function numbered(id: string, entry: JournalEntry): JournalEntry {
    return Object.assign(entry, { sequence: (fold.instances.get(id)?.mark.moves ?? 0) + 1 });
  }

  /** Somebody has begun an instance in a new journal: what they did not know is to be written. */
  function missing(id: string, begun: Mark): void {
    again.push(...(recollection?.takeMissing(id, begun) ?? []));
    onReread();
  }

  /** An instance that others have written again is theirs; one that they only began again is ours. */
  function keepUnlessKnown(id: string, kept: Instance): void {
    const now = fold.instances.get(id);
    if (now && now.mark.born <= kept.mark.born) unwritten.delete(id);
    else fold.instances.put(id, kept.host, kept, kept.mark);
  }

  /** What others wrote since. */
  function takeNews(): void {
    if (!journal.catchUp) return;
    try {
      absorb(journal.catchUp());
    } catch (error) {
      readAgain(error);
    }
    writeAgain();
  }

  /** The journal is not what it was: what it holds now counts. What it has lost is written again, unless others did that. */
  function readAgain(error: unknown): void {
    const lost = (error as { lost?: "deleted" | "behind" } | null)?.lost;
    if (lost === undefined) throw error;
    onError(error);
    const known = fold.instances.all();
    const begun = new Map<string, Mark>();
    fold = createFold(hosts);
    for (const entry of journal.read()) {
      if (fold.apply(entry) && isBeginning(entry)) begun.set(entry.instance, fold.latest);
    }
    if (lost === "deleted") {
      for (const one of known) {
        if ((begun.get(one.id)?.born ?? Number.POSITIVE_INFINITY) <= one.mark.born) continue;
        fold.instances.put(one.id, one.host, one, one.mark);
        unwritten.set(one.id, one);
      }
      for (const [id, mark] of begun) if (!unwritten.has(id)) missing(id, mark);
    }
    onReread();
  }

  /** Writes what a deleted journal has lost. The disk may be full: then the rest waits for the next time. */
  function writeAgain(): void {
    while (unwritten.size > 0 || again.length > 0) {
      try {
        for (const [id, kept] of unwritten) {
          const checkpoint = redact(checkpointOf(clock.now(), kept));
          const others = append(checkpoint);
          unwritten.delete(id);
          if (others.some(({ instance }) => instance === id)) fold.instances.drop(id);
          absorb(others);
          // Others may have been quicker, and have ended it already: what ended it comes after this, too.
          if (step(checkpoint)) missing(id, fold.latest);
        }
        // Whoever had to be told was told when it was written first.
        for (let entry = again[0]; entry; entry = again[0]) {
          const others = append(entry);
          again.shift();
          absorb(others);
          step(entry);
        }
      } catch (error) {
        readAgain(error);
      }
    }
  }

  return {
    get instances() {
      return fold.instances;
    },
    takeNews,
    /** Whether something has to be written again. */
    isLacking: () => unwritten.size > 0 || again.length > 0,
    writeAgain,
    /** Writes what a transition made. Returns what it comes to, which others may have changed; `undefined` when that is nothing. */
    write(id: string, host: Host, moved: Moved): Applied | undefined {
      const entry = redact(numbered(id, moved.entry));
      try {
        if (!absorb(append(entry))) {
          const mark = fold.instances.commit(id, host, moved.state, entry);
          recollection?.note(entry, mark);
          return moved;
        }
      } catch (error) {
        readAgain(error);
        writeAgain();
        absorb(append(entry));
      }
      // The journal's order decides, not ours.
      const made = fold.step(moved.entry);
      if (made) recollection?.note(entry, fold.latest);
      return made;
    },
    /** Begins again, with what the journal holds. */
    recover(only: (entry: JournalEntry) => boolean) {
      fold = createFold(hosts);
      for (const entry of journal.read()) if (only(entry)) step(entry);
      return { ...fold.report };
    },
  };
}

function isBeginning({ event }: JournalEntry): boolean {
  return event === START_EVENT || event === CHECKPOINT_EVENT;
}
