import { existsSync, realpathSync, renameSync } from "node:fs";
import type { JournalEntry } from "@readback/core";
import { openFileJournal } from "./file-journal.js";
import { asJournalError } from "./journal-error.js";
import { OwnSegments } from "./own-segments.js";
import { readRecord } from "./record.js";
import { Segment } from "./segment.js";
import { segmentPath } from "./succession.js";

/** What was adopted. */
export interface Adopted {
  readonly entries: number;
  /** Lines that are not records. */
  readonly corrupt: number;
  /** The files it was in, under the names they have now. */
  readonly files: readonly string[];
}

/**
 * Believes a journal that this user on this machine cannot be shown to have written: of version 0.1, of
 * another machine, or of a project that was moved. Its entries are added to the journal in that folder,
 * and its files get `.adopted` to their names. Only a person who knows where they come from should do this.
 */
export function adoptJournal(folder: string): Adopted {
  if (!existsSync(folder)) return { entries: 0, corrupt: 0, files: [] };
  const real = realpathSync.native(folder);
  const unproven = new OwnSegments(real, true).unproven;
  const newest = unproven.at(-1);
  if (newest === undefined) return { entries: 0, corrupt: 0, files: [] };
  try {
    // Each begins with all that the one before it left.
    const { entries, corrupt } = read(segmentPath(real, newest));
    const journal = openFileJournal({ folder: real, machines: [], durable: false, onProblem() {} });
    for (const entry of entries) journal.append(entry);
    journal.sync();
    journal.close();
    const files = unproven.map((number) => {
      const path = segmentPath(real, number);
      renameSync(path, `${path}.adopted`);
      return `${path}.adopted`;
    });
    return { entries: entries.length, corrupt, files };
  } catch (error) {
    throw asJournalError(error, real);
  }
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
