import { basename } from "node:path";
import { InvalidInputError, type Journal, type JournalEntry } from "@readback/core";
import type { Processes } from "@readback/core/host";
import { Backlog } from "./backlog.js";
import { Chain } from "./chain.js";
import {
  BYTES,
  checkOptions,
  FLAG,
  FUNCTION,
  LIST,
  NUMBER,
  oneOf,
  type Rule,
  TEXT,
} from "./check-options.js";
import { asJournalError, JournalError } from "./journal-error.js";
import { joinProcesses } from "./processes.js";
import type { Prove } from "./proof.js";
import { type PruneLimits, prune } from "./prune.js";
import { randomName } from "./random-name.js";
import { type Damage, entryJson, readRecord, SEAL } from "./record.js";
import { mustFit, Segment } from "./segment.js";
import { SharedLog } from "./shared-log.js";
import { type Machines, segmentPath } from "./succession.js";
import { watchFolder } from "./watch-folder.js";

/** Settings of {@link openFileJournal}. */
export interface FileJournalOptions {
  /** The folder; made when it is missing, for its user only. */
  readonly folder: string;
  /** Return from `append` only once the entry is on the disk. Default true. */
  readonly durable?: boolean;
  /** The machines whose history may be replaced by checkpoints; entries of others are kept as they are. */
  readonly machines: Machines;
  /** Compact when the file grows beyond this many bytes. Default 2 MiB: whoever starts reads no more of what is over. */
  readonly compactAt?: number;
  /** Read only entries of these instances: for a process that decides about a few of many. Default: all. */
  readonly instances?: readonly string[];
  /**
   * What to do with an entry that cannot be written. `throw`: nothing has happened, and the caller
   * is told. `memory`: keep it in memory, tell `onProblem`, and write it when the disk works again;
   * until then this process decides alone, and what it has not written ends with it. Default `throw`.
   */
  readonly onFailure?: "throw" | "memory";
  /**
   * What to do when the folder is deleted while in use. `fail`: nothing can be written any more. `begin
   * again`: it is made again, and what this process knows is written to it. Default `fail`.
   */
  readonly whenDeleted?: "fail" | "begin again";
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
  /** Calls `listener` soon after others may have written, and every second in any case. */
  watch(listener: () => void): () => void;
  readonly processes: Processes;
  /** Returns once everything appended is on the disk: for `durable: false`, where that can wait. */
  sync(): void;
  /** Every entry that is still there, also from before the last compaction, oldest first. */
  history(): Generator<JournalEntry>;
  /** Replaces the history of what is under way by one entry each, and forgets what has ended; the old file is kept for `prune`. With `olderThan`, only when the file in use began longer ago than so many milliseconds. */
  compact(when?: { readonly olderThan: number }): void;
  /** Deletes files from before the last compaction that are older than `maxAge` milliseconds, or beyond `maxBytes` in all. Returns how many. */
  prune(limits: PruneLimits): number;
  /** Records that are damaged and may concern what this process reads: their instances cannot be relied on. */
  damage(): readonly Damage[];
  /** Compacts, and leaves what is damaged behind in the old file: for a person who has looked at it. */
  repair(): void;
  /** Files with the name of a segment that this user on this machine did not write: they count for nothing. */
  unproven(): readonly string[];
  /** Lets go of the file. */
  close(): void;
}

/** With more instances than this, looking for each costs more than reading everything. */
const FEW = 16;

const RULES = {
  folder: TEXT,
  durable: FLAG,
  machines: LIST,
  compactAt: BYTES,
  instances: LIST,
  onFailure: oneOf("throw", "memory"),
  whenDeleted: oneOf("fail", "begin again"),
  onProblem: FUNCTION,
  onCorrupt: FUNCTION,
} satisfies Record<keyof FileJournalOptions, Rule>;

/** Opens the journal in a folder. */
export function openFileJournal(options: FileJournalOptions): FileJournal {
  checkOptions("file journal options", options, RULES);
  const { folder, durable = true, machines, compactAt = 2 * 2 ** 20, onCorrupt } = options;
  if (typeof folder !== "string" || folder === "") {
    const problem = 'must be the path of a folder, such as ".readback/journal"';
    throw new InvalidInputError("file journal options", [{ field: "folder", problem }]);
  }
  if (machines === undefined) {
    const problem = "must be the machines that are journaled here, such as [askMachine]";
    throw new InvalidInputError("file journal options", [{ field: "machines", problem }]);
  }
  const { onProblem = (problem: unknown) => console.error(problem) } = options;
  const inMemory = options.onFailure === "memory";
  const writer = randomName();
  const needles = needlesFor(options.instances);
  const watched = new Set(options.instances);
  const beginsAgain = options.whenDeleted === "begin again";
  const chain = new Chain({ folder, machines, writer, durable, compactAt, needles, beginsAgain });
  const log = new SharedLog({ chain, writer, isKnown: (name) => backlog.found(name) });
  const backlog = new Backlog({
    write: (entry, tries) => log.putBack(log.write(entry, tries)),
    look: () => log.repair(),
    onProblem: (problem) => told(onProblem, problem),
  });
  const listeners = new Set<(entry: JournalEntry) => void>();
  const watches = new Set<() => void>();
  let isClosed = false;
  let processes: Processes | undefined;

  function guarded<T>(run: () => T): T {
    if (isClosed) throw new JournalError("closed", chain.folder, "it is closed: open it again");
    try {
      return run();
    } catch (error) {
      throw asJournalError(error, chain.folder);
    } finally {
      for (const text of log.corrupt.splice(0)) if (onCorrupt) told(onCorrupt, text);
    }
  }

  /** Does it; in memory mode, goes on with `otherwise` when the disk does not work. */
  function tried<T>(run: () => T, otherwise: T): T {
    if (!inMemory) return run();
    try {
      const done = run();
      backlog.worked();
      return done;
    } catch (error) {
      backlog.failed(asJournalError(error, chain.folder));
      return otherwise;
    }
  }

  function tellOfUnproven(): void {
    const unproven = guarded(() => tried(() => chain.own.unproven, []));
    if (unproven.length > 0) told(onProblem, unprovenError(chain.folder, unproven));
  }

  /** Writes an entry; in memory mode, one that cannot be written waits. */
  function write(entry: JournalEntry): readonly JournalEntry[] {
    if (!inMemory) return log.write(entry);
    const tries = new Set<string>();
    if (backlog.entries.length > 0) {
      mustFit(Buffer.byteLength(entryJson(entry, writer)), chain.folder);
      backlog.add(entry, tries);
      backlog.flush();
      return log.take();
    }
    try {
      const before = log.write(entry, tries);
      backlog.worked();
      return before;
    } catch (error) {
      const problem = asJournalError(error, chain.folder);
      if (problem.code === "too_large") throw problem;
      backlog.add(entry, tries, problem);
      return [];
    }
  }

  function compact(when?: { readonly olderThan: number }, leavesDamage = false): void {
    log.drain();
    if (when && !chain.isOlderThan(when.olderThan)) return;
    chain.seal(leavesDamage);
    log.drain();
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

  guarded(() => tried(() => chain.open(), undefined));
  // Who decides about a few instances has no time for that.
  if (!needles) tellOfUnproven();

  return {
    get folder() {
      return chain.folder;
    },
    report: () => ({ ...log.seen, waiting: backlog.entries.length }),
    append(entry) {
      // What is written here is read here, too.
      if (needles && !watched.has(entry.instance)) {
        watched.add(entry.instance);
        needles.push(needleOf(entry.instance));
      }
      const before = guarded(() => write(entry));
      compactIfLarge();
      for (const listener of listeners) told(listener, entry);
      return before;
    },
    catchUp() {
      return guarded(() => {
        if (backlog.flush()) tried(() => log.drain(), undefined);
        if (beginsAgain) log.mustBeThere();
        return log.take();
      });
    },
    sync() {
      guarded(() => {
        if (!backlog.flush() && backlog.problem) throw backlog.problem;
        chain.sync();
      });
    },
    read() {
      return guarded(() => {
        backlog.flush();
        const entries = tried(() => again(() => log.readAll()), []);
        return [...entries, ...backlog.entries];
      });
    },
    *history() {
      for (const number of guarded(() => tried(() => chain.own.numbers, []))) {
        yield* guarded(() => entriesIn(segmentPath(chain.folder, number), chain.own.prove(number)));
      }
      yield* backlog.entries;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get processes() {
      processes ??= joinProcesses();
      return processes;
    },
    watch(listener) {
      const stop = watchFolder(() => chain.folder, listener);
      watches.add(stop);
      return () => {
        watches.delete(stop);
        stop();
      };
    },
    compact(when) {
      checkOptions("compaction", when ?? {}, { olderThan: NUMBER });
      guarded(() => compact(when));
    },
    prune(limits) {
      checkOptions("limits of prune", limits, { maxAge: NUMBER, maxBytes: NUMBER });
      return guarded(() => prune(chain.own, limits));
    },
    damage() {
      log.drain();
      const { instances } = options;
      return chain.damage.filter(
        ({ instance }) => instance === null || !instances || watched.has(instance),
      );
    },
    repair: () => guarded(() => compact(undefined, true)),
    unproven: () =>
      guarded(() => chain.own.unproven.map((number) => segmentPath(chain.folder, number))),
    close() {
      if (isClosed) return;
      if (!backlog.flush() && backlog.problem) {
        const { code, path, message } = backlog.problem;
        const problem = `${backlog.entries.length} entries were never written: ${message}`;
        told(onProblem, new JournalError(code, path, problem));
      }
      backlog.stop();
      for (const stop of watches) stop();
      isClosed = true;
      chain.close();
    },
  };
}

/** How many files are named: an archive can bring any number of them. */
const NAMED = 3;

function unprovenError(folder: string, numbers: readonly number[]): JournalError {
  const named = numbers.slice(0, NAMED).map((number) => basename(segmentPath(folder, number)));
  const more = numbers.length > NAMED ? ` and ${numbers.length - NAMED} more` : "";
  const files = `${named.join(", ")}${more}`;
  const problem = `${files} may have come with the project: nothing shows that you wrote it on this machine, so it does not count`;
  const fix = "if it is yours (of version 0.1, or moved here): readback adopt; else remove it";
  return new JournalError("unproven", folder, `${problem}: ${fix}`);
}

/** Calls somebody whose errors are not ours. */
function told<T>(somebody: (news: T) => void, news: T): void {
  try {
    somebody(news);
  } catch (error) {
    console.error(error);
  }
}

/** Reads, once more for each time that others compact and prune at that very moment. */
function again<T>(read: () => T): T {
  for (let left = 10; ; left -= 1) {
    try {
      return read();
    } catch (error) {
      if (left === 0 || !(error instanceof JournalError) || error.code !== "behind") throw error;
    }
  }
}

/** What to look for in the file, bytes as Latin-1; `undefined`: everything is read. */
function needlesFor(instances: readonly string[] | undefined): string[] | undefined {
  if (!instances || instances.length > FEW) return undefined;
  return [SEAL, ...instances.map(needleOf)];
}

function needleOf(instance: string): string {
  return Buffer.from(JSON.stringify(instance)).toString("latin1");
}

/** The entries of one file; none when it was pruned just now. */
function entriesIn(path: string, prove: Prove): readonly JournalEntry[] {
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
      const record = readRecord(line, prove);
      if (record.kind === "seal") break;
      if (record.kind === "entry") entries.push(record.entry);
    }
  } finally {
    segment.close();
  }
  return entries;
}
