import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, realpathSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { createReplay, Journal, JournalEntry } from "@readback/core";
import { asJournalError, JournalError } from "./journal-error.js";
import { privateFolder } from "./private-files.js";
import { entryLine, readRecord, SEAL, sealLine } from "./record.js";
import { Segment } from "./segment.js";
import { segmentNumbers, segmentPath, succeed } from "./succession.js";

type Machines = Parameters<typeof createReplay>[0];

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
  /** Told of records that were skipped because they cannot be read. Default: nobody. */
  readonly onCorrupt?: (line: string) => void;
}

/** What was seen while reading. */
export interface FileJournalReport {
  readonly entries: number;
  /** Lines that are not records: torn by a crash or a full disk, or changed from outside. */
  readonly corrupt: number;
  /** Records of a newer version of Readback: kept, not applied. */
  readonly newer: number;
}

/** A journal on disk that any number of processes write and read at once. */
export interface FileJournal extends Journal {
  readonly folder: string;
  /** What this process has seen so far. */
  report(): FileJournalReport;
  catchUp(): readonly JournalEntry[];
  /** Returns once everything appended is on the disk: for `durable: false`, where that can wait. */
  sync(): void;
  /** Every entry that is still there, also from before the last compaction, oldest first. */
  history(): Generator<JournalEntry>;
  /** Replaces the history of what is under way by one entry each, and forgets what has ended; the old file is kept for `prune`. */
  compact(): void;
  /** Deletes files of before the last compaction that are older than `maxAge` milliseconds, or beyond `maxBytes` in all. Returns how many. */
  prune(limits: { readonly maxAge?: number; readonly maxBytes?: number }): number;
  close(): void;
}

/** Opens the journal in a folder. */
export function openFileJournal(options: FileJournalOptions): FileJournal {
  const { durable = true, machines, compactAt = 16 * 2 ** 20, onCorrupt } = options;
  const folder = openFolder(options.folder);
  const writer = randomBytes(6).toString("base64url");
  const needles =
    options.instances && [writer, SEAL, ...options.instances].map((text) => Buffer.from(text));
  const listeners = new Set<(entry: JournalEntry) => void>();
  const seen = { entries: 0, corrupt: 0, newer: 0 };
  let written = 0;
  let number = 0;
  let segment: Segment | undefined;
  /** Entries of others that were read and not handed out yet. */
  let others: JournalEntry[] = [];
  /** How large the segment was when it began: its checkpoints. */
  let initialSize = 0;
  let isClosed = false;

  function guarded<T>(run: () => T): T {
    if (isClosed) throw new JournalError("closed", folder, "it is closed: open it again");
    try {
      return run();
    } catch (error) {
      throw asJournalError(error, folder);
    }
  }

  /** The segment that is written now. */
  function current(): Segment {
    if (segment) return segment;
    number = segmentNumbers(folder).at(-1) ?? 1;
    segment = Segment.open(segmentPath(folder, number));
    return segment;
  }

  /** Goes on in the next segment; makes it, when whoever ended this one did not come to that. */
  function moveOn(): void {
    succeed(folder, number, machines, writer);
    segment?.close();
    number += 1;
    segment = Segment.open(segmentPath(folder, number));
    initialSize = statOf(folder, number).size;
  }

  /** Reads what is new. Yields each entry with its writer, or `null` where a segment ended. */
  function* pull(): Generator<{ readonly writer: string; readonly entry: JournalEntry } | null> {
    for (;;) {
      let isSealed = false;
      for (const line of current().pull(needles)) {
        const record = readRecord(line);
        if (record.kind === "entry") {
          seen.entries += 1;
          yield record;
        } else if (record.kind === "seal") {
          isSealed = true;
          break;
        } else {
          seen[record.kind] += 1;
          if (record.kind === "corrupt") onCorrupt?.(line);
        }
      }
      if (!isSealed) return;
      moveOn();
      yield null;
    }
  }

  /** Reads until our own record is found; false when the segment ended before it. */
  function readUpTo(token: string): readonly JournalEntry[] | undefined {
    const before = others;
    others = [];
    let isFound = false;
    for (const record of pull()) {
      if (record === null) {
        if (!isFound) {
          others = before;
          return undefined;
        }
      } else if (record.writer === token) isFound = true;
      else (isFound ? others : before).push(record.entry);
    }
    if (isFound) return before;
    const problem = "the record that was just written is not in it: it was changed from outside";
    throw new JournalError("truncated", folder, problem);
  }

  function write(line: (token: string) => string): readonly JournalEntry[] {
    for (;;) {
      written += 1;
      const token = `${writer}.${written}`;
      current().append(line(token), durable);
      const before = readUpTo(token);
      if (before) return before;
    }
  }

  function catchUp(): readonly JournalEntry[] {
    return guarded(() => {
      for (const record of pull()) if (record) others.push(record.entry);
      const news = others;
      others = [];
      return news;
    });
  }

  function compact(): void {
    guarded(() => {
      current().append(sealLine(writer), durable);
      for (const record of pull()) if (record) others.push(record.entry);
    });
  }

  return {
    folder,
    report: () => ({ ...seen }),
    append(entry) {
      const before = guarded(() => write((token) => entryLine(entry, token)));
      // Not again at once when what is under way is large by itself.
      if (current().size > Math.max(compactAt, 2 * initialSize)) compact();
      for (const listener of listeners) listener(entry);
      return before;
    },
    catchUp,
    sync: () => guarded(() => current().sync()),
    *read() {
      segment?.close();
      segment = undefined;
      others = [];
      for (const record of guarded(() => pull())) if (record) yield record.entry;
    },
    *history() {
      for (const each of segmentNumbers(folder)) {
        const old = Segment.openToRead(segmentPath(folder, each));
        try {
          for (const line of old.pull()) {
            const record = readRecord(line);
            if (record.kind === "seal") break;
            if (record.kind === "entry") yield record.entry;
          }
        } finally {
          old.close();
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    compact,
    prune({ maxAge = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY }) {
      return guarded(() => pruneOld(folder, maxAge, maxBytes));
    },
    close() {
      isClosed = true;
      segment?.close();
      segment = undefined;
    },
  };
}

function openFolder(path: string): string {
  try {
    privateFolder(path);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return realpathSync(path);
  } catch (error) {
    throw asJournalError(error, path);
  }
}

/** Deletes what came before the segment in use: oldest first, until both limits hold. */
function pruneOld(folder: string, maxAge: number, maxBytes: number): number {
  const old = segmentNumbers(folder)
    .slice(0, -1)
    .map((number) => ({ path: segmentPath(folder, number), stat: statOf(folder, number) }));
  let bytes = old.reduce((sum, { stat }) => sum + stat.size, 0);
  let deleted = 0;
  for (const { path, stat } of old) {
    if (Date.now() - stat.mtimeMs <= maxAge && bytes <= maxBytes) break;
    rmSync(path, { force: true });
    bytes -= stat.size;
    deleted += 1;
  }
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isStale = Date.now() - statSync(path).mtimeMs > 60 * 60 * 1_000;
    if (name.endsWith(".tmp") && isStale) rmSync(path, { force: true });
  }
  return deleted;
}

function statOf(folder: string, number: number): Stats {
  return statSync(segmentPath(folder, number));
}
