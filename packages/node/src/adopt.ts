import { lstatSync, readdirSync, realpathSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createMemoryJournal, createRuntime, type JournalEntry } from "@readback/core";
import { createFileJournal, MACHINES } from "./create-file-journal.js";
import { asJournalError } from "./journal-error.js";
import { OwnSegments } from "./own-segments.js";
import { readRecord } from "./record.js";
import { Segment } from "./segment.js";
import { journalFolder } from "./state-folder.js";
import { segmentPath } from "./succession.js";

/** What was adopted. */
export interface Adopted {
  readonly entries: number;
  /** Lines that are not records. */
  readonly corrupt: number;
  /** The files it was in, under the names they have now. */
  readonly files: readonly string[];
}

/** A journal with files that nobody here can be shown to have written. */
export interface Adoptable {
  readonly folder: string;
  /** The journal that takes them up. */
  readonly into: string;
}

const NOTHING: Adopted = { entries: 0, corrupt: 0, files: [] };

/**
 * Believes a journal that this user on this machine cannot be shown to have written: of version 0.1, of
 * another machine, or of a project that was moved. Its entries are added to the journal in that folder,
 * and its files get `.adopted` to their names. With `into`, what is under way in it is taken up into another
 * journal instead, unless that knows it already. Only a person who knows where they come from should do this.
 */
export function adoptJournal(folder: string, into = folder): Adopted {
  if (!isFolder(folder)) return NOTHING;
  const real = realpathSync.native(folder);
  const unproven = new OwnSegments(real).unproven;
  const newest = unproven.at(-1);
  if (newest === undefined) return NOTHING;
  try {
    // Each begins with all that the one before it left.
    const { entries, corrupt } = read(segmentPath(real, newest));
    const taken = add(entries, into, folder === into);
    const files = unproven.map((number) => {
      const path = segmentPath(real, number);
      renameSync(path, `${path}.adopted`);
      return `${path}.adopted`;
    });
    return { entries: taken, corrupt, files };
  } catch (error) {
    throw asJournalError(error, real);
  }
}

/**
 * What a person could adopt in a state folder: the journals of the guard and of the MCP servers, and those
 * in the numbered folders that each MCP server of version 0.1 had of its own.
 */
export function adoptableIn(state: string): readonly Adoptable[] {
  const mcp = join(state, "mcp");
  const into = journalFolder(mcp);
  const numbered = namesIn(mcp).filter(
    (name) => /^[1-9]\d{0,8}$/.test(name) && isFolder(join(mcp, name)),
  );
  return [
    { folder: journalFolder(state), into: journalFolder(state) },
    { folder: into, into },
    ...numbered.map((name) => ({ folder: journalFolder(join(mcp, name)), into })),
  ].filter(({ folder }) => isFolder(folder) && isUnproven(folder));
}

/** A symbolic link may have come with the project: it is none. */
function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    // Not there, or behind something that is no folder, or closed to us.
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return isFolder(folder) ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

function isUnproven(folder: string): boolean {
  try {
    return new OwnSegments(realpathSync.native(folder)).unproven.length > 0;
  } catch {
    // Nobody can read it: whoever opens it as a journal is told why.
    return false;
  }
}

function add(entries: readonly JournalEntry[], into: string, isSame: boolean): number {
  const journal = createFileJournal({ folder: into, durable: false, onProblem() {} });
  try {
    const added = isSame ? entries : underWay(entries, journal.read());
    for (const entry of added) journal.append(entry);
    journal.sync();
    return added.length;
  } finally {
    journal.close();
  }
}

/** What is under way in one journal and unknown to another, an entry for each. */
function underWay(
  entries: Iterable<JournalEntry>,
  others: Iterable<JournalEntry>,
): readonly JournalEntry[] {
  const [theirs, ours] = [entries, others].map((all) => {
    const journal = createMemoryJournal();
    for (const entry of all) journal.append(entry);
    const runtime = createRuntime(MACHINES, { journal });
    runtime.recover();
    return runtime;
  });
  return [...(theirs?.checkpoints() ?? [])].filter(({ instance }) => !ours?.snapshot(instance));
}

function read(path: string): {
  readonly entries: readonly JournalEntry[];
  readonly corrupt: number;
} {
  const entries: JournalEntry[] = [];
  let corrupt = 0;
  const segment = Segment.openToRead(path);
  try {
    for (const line of segment.pull()) {
      const record = readRecord(line, undefined);
      if (record.kind === "seal") break;
      if (record.kind === "entry") entries.push(record.entry);
      if (record.kind === "corrupt") corrupt += 1;
    }
  } finally {
    segment.close();
  }
  return { entries, corrupt };
}
