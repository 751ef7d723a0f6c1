import { randomBytes } from "node:crypto";
import type { Journal, JournalEntry } from "@readback/core";
import { Backlog } from "./backlog.js";
import { Chain, type Pulled } from "./chain.js";
import { asJournalError, JournalError } from "./journal-error.js";
import { type PruneLimits, prune } from "./prune.js";
import { entryLine, readRecord, SEAL } from "./record.js";
import { Segment } from "./segment.js";
import { type Machines, segmentNumbers, segmentPath } from "./succession.js";

/** Settings of {@link openFileJournal}. */
export interface FileJournalOptions {
  /** The folder; made when it is missing, for its user only. */
  readonly folder: string;
  /** Return from `append` only once the entry is on the disk. Default true. */
  readonly durable?: boolean;
  /** The machines whose history may be replaced by checkpoints; entries of others are kept as they are. */
  readonly machines: Machines;
  /** Compact when the file grows beyond this many bytes. Default 16 MiB. */
  readonly compactAt?: number;
  /** Read only entries of these instances: for a process that decides about a few of many. Default: all. */
  readonly instances?: readonly string[];
  /**
   * What to do with an entry that cannot be written. `throw`: nothing has happened, and the caller
   * is told. `memory`: keep it in memory, tell `onProblem`, and write it when the disk works again;
   * until then this process decides alone, and what it has not written ends with it. Default `throw`.
   */
  readonly onFailure?: "throw" | "memory";
  /** Told of what went wrong without the caller being told. Default: `console.error`. */
  readonly onProblem?: (problem: unknown) => void;
  /** Told of records that were skipped because they cannot be read. Default: nobody. */
  readonly onCorrupt?: (line: string) => void;
}

/** What was seen since the journal was last read from the start. */
export interface FileJournalReport {
  readonly entries: number;
  /** Lines that are not records: torn by a crash or a full disk, or changed from outside. */
  readonly corrupt: number;
  /** Records of a newer version of Readback: kept, not applied. */
  readonly newer: number;
  /** Entries that are only in memory, because the disk does not work (`onFailure: "memory"`). */
  readonly waiting: number;
}

/** A journal on disk that any number of processes write and read at once. */
export interface FileJournal extends Journal {
  /** Where it is. */
  readonly folder: string;
  /** What this process has seen so far. */
  report(): FileJournalReport;
  /** The entries of others that were not returned yet. */
  catchUp(): readonly JournalEntry[];
  /** Returns once everything appended is on the disk: for `durable: false`, where that can wait. */
  sync(): void;
  /** Every entry that is still there, also from before the last compaction, oldest first. */
  history(): Generator<JournalEntry>;
  /** Replaces the history of what is under way by one entry each, and forgets what has ended; the old file is kept for `prune`. */
  compact(): void;
  /** Deletes files of before the last compaction that are older than `maxAge` milliseconds, or beyond `maxBytes` in all. Returns how many. */
  prune(limits: PruneLimits): number;
  /** Lets go of the file. */
  close(): void;
}

/** With more instances than this, looking for each costs more than reading everything. */
const FEW = 16;

/** Opens the journal in a folder. */
export function openFileJournal(options: FileJournalOptions): FileJournal {
  const { durable = true, machines, compactAt = 16 * 2 ** 20, onCorrupt } = options;
  const { onProblem = (problem: unknown) => console.error(problem) } = options;
  const inMemory = options.onFailure === "memory";
  const writer = randomBytes(6).toString("base64url");
  const needles = needlesFor(writer, options.instances);
  const { folder } = options;
  const chain = new Chain({ folder, machines, writer, durable, compactAt, needles });
  const listeners = new Set<(entry: JournalEntry) => void>();
  const seen = { entries: 0, corrupt: 0, newer: 0 };
  const corrupt: string[] = [];
  let written = 0;
  /** Entries of others that were read and not handed out yet. */
  let others: JournalEntry[] = [];
  let isClosed = false;

  const backlog = new Backlog({
    write: (entry, tries) => {
      others = [...write(entry, tries), ...others];
    },
    look() {
      drain();
      // A record may be whole but for its end.
      const last = readRecord(chain.tail);
      if (last.kind !== "entry" || !last.writer.startsWith(`${writer}.`)) return;
      chain.endLine();
      drain();
    },
    onProblem: (problem) => told(onProblem, problem),
  });

  function guarded<T>(run: () => T): T {
    if (isClosed) throw new JournalError("closed", chain.folder, "it is closed: open it again");
    try {
      return run();
    } catch (error) {
      throw asJournalError(error, chain.folder);
    } finally {
      for (const text of corrupt.splice(0)) if (onCorrupt) told(onCorrupt, text);
    }
  }

  /** Calls somebody whose errors are not ours. */
  function told<T>(somebody: (news: T) => void, news: T): void {
    try {
      somebody(news);
    } catch (error) {
      console.error(error);
    }
  }

  /** Reads what is new; `use` gets the entries, and `null` where a segment ended, until it returns false. */
  function pull(use: (record: Extract<Pulled, { kind: "entry" }> | null) => boolean): void {
    for (const record of chain.pull()) {
      if (record?.kind === "corrupt" || record?.kind === "newer") {
        seen[record.kind] += 1;
        if (record.kind === "corrupt") corrupt.push(record.text);
      } else {
        if (record) seen.entries += 1;
        if (!use(record)) return;
      }
    }
  }

  /** Reads what is new; entries of others are handed out later. */
  function drain(): void {
    pull((record) => {
      if (record && !backlog.found(record.writer)) others.push(record.entry);
      return true;
    });
  }

  /** Reads until our own record is found: what came before it. `undefined`: the segment ended before. */
  function readUpTo(token: string): readonly JournalEntry[] | undefined {
    let isFound = false;
    let before = others.length;
    let isVoid = false;
    try {
      pull((record) => {
        if (record === null) isVoid = !isFound;
        else if (record.writer === token) {
          isFound = true;
          before = others.length;
        } else if (!backlog.found(record.writer)) others.push(record.entry);
        return !isVoid;
      });
      // It may have been sealed and pruned meanwhile.
      if (isFound && chain.isDeleted) drain();
    } catch (error) {
      // Once it is found it counts. What is wrong after it shows again next time.
      if (!isFound) throw error;
    }
    if (isVoid) return undefined;
    if (!isFound) {
      const problem = "the record that was just written is not in it: it was changed from outside";
      throw chain.lose(new JournalError("truncated", chain.folder, problem));
    }
    if (chain.isDeleted) {
      const problem = "it was deleted while in use: read it anew";
      throw chain.lose(new JournalError("deleted", chain.folder, problem));
    }
    return others.splice(0, before);
  }

  /** Writes an entry, again when the segment ended first. Returns what came before it. */
  function write(entry: JournalEntry, tries?: Set<string>): readonly JournalEntry[] {
    for (;;) {
      written += 1;
      const token = `${writer}.${written}`;
      tries?.add(token);
      chain.append(entryLine(entry, token));
      const before = readUpTo(token);
      if (before) return before;
    }
  }

  /** As `write`; an entry that cannot be written waits in memory. */
  function writeOrKeep(entry: JournalEntry): readonly JournalEntry[] {
    const tries = new Set<string>();
    if (backlog.entries.length > 0) {
      backlog.add(entry, tries);
      backlog.flush();
      return others.splice(0);
    }
    try {
      const before = write(entry, tries);
      backlog.worked();
      return before;
    } catch (error) {
      backlog.add(entry, tries, asJournalError(error, chain.folder));
      return [];
    }
  }

  /** Does it, or reports why not. */
  function tried(run: () => void): void {
    try {
      run();
      backlog.worked();
    } catch (error) {
      backlog.failed(asJournalError(error, chain.folder));
    }
  }

  function compact(): void {
    drain();
    chain.seal();
    drain();
  }

  /** Not being able to compact is a problem, but not one of the entry that was written. */
  function compactIfLarge(): void {
    try {
      if (chain.isLarge) compact();
    } catch (error) {
      chain.postpone();
      told(onProblem, asJournalError(error, chain.folder));
    }
  }

  /** Everything in the newest file, and what waits to be written there. */
  function readAll(): readonly JournalEntry[] {
    let entries: JournalEntry[] = [];
    const read = () => {
      entries = [];
      others = [];
      Object.assign(seen, { entries: 0, corrupt: 0, newer: 0 });
      chain.restart();
      pull((record) => {
        if (record) backlog.found(record.writer);
        if (record) entries.push(record.entry);
        return true;
      });
    };
    if (inMemory) {
      backlog.flush();
      tried(() => again(read));
    } else again(read);
    return [...entries, ...backlog.entries];
  }

  if (inMemory) tried(() => chain.open());
  else guarded(() => chain.open());

  return {
    get folder() {
      return chain.folder;
    },
    report: () => ({ ...seen, waiting: backlog.entries.length }),
    append(entry) {
      const before = guarded(() => (inMemory ? writeOrKeep(entry) : write(entry)));
      compactIfLarge();
      for (const listener of listeners) told(listener, entry);
      return before;
    },
    catchUp() {
      return guarded(() => {
        if (!inMemory) drain();
        else if (backlog.flush()) tried(drain);
        return others.splice(0);
      });
    },
    sync() {
      guarded(() => {
        if (!backlog.flush() && backlog.problem) throw backlog.problem;
        chain.sync();
      });
    },
    read: () => guarded(readAll),
    *history() {
      let numbers: readonly number[] = [];
      const list = () => {
        numbers = segmentNumbers(chain.folder);
      };
      guarded(() => (inMemory ? tried(list) : list()));
      for (const number of numbers) {
        yield* guarded(() => entriesIn(segmentPath(chain.folder, number)));
      }
      yield* backlog.entries;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    compact: () => guarded(compact),
    prune: (limits) => guarded(() => prune(chain.folder, limits)),
    close() {
      if (isClosed) return;
      if (!backlog.flush() && backlog.problem) {
        const { code, path, message } = backlog.problem;
        const problem = `${backlog.entries.length} entries were never written: ${message}`;
        told(onProblem, new JournalError(code, path, problem));
      }
      backlog.stop();
      isClosed = true;
      chain.close();
    },
  };
}

/** Reads, once more for each time that others compact and prune at that very moment. */
function again(read: () => void): void {
  for (let left = 10; ; left -= 1) {
    try {
      read();
      return;
    } catch (error) {
      if (left === 0 || !(error instanceof JournalError) || error.code !== "behind") throw error;
    }
  }
}

/** What to look for in the file; `undefined`: everything is read. */
function needlesFor(writer: string, instances: readonly string[] | undefined) {
  if (!instances || instances.length > FEW) return undefined;
  return [writer, SEAL, ...instances.map((id) => JSON.stringify(id))].map((one) =>
    Buffer.from(one),
  );
}

/** The entries of one file; none when it was pruned just now. */
function entriesIn(path: string): readonly JournalEntry[] {
  const entries: JournalEntry[] = [];
  let segment: Segment;
  try {
    segment = Segment.openToRead(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return entries;
    throw error;
  }
  try {
    for (const line of segment.pull()) {
      const record = readRecord(line);
      if (record.kind === "seal") break;
      if (record.kind === "entry") entries.push(record.entry);
    }
  } finally {
    segment.close();
  }
  return entries;
}
