import { closeSync, fsyncSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "@readback/core";
import { retryEvents, retryJsonLine, retryLogLines, retryState } from "@readback/core/formats";
import { asJournalError } from "./journal-error.js";
import { openToAppend, openToRead, privateFolder, replaceWhole } from "./private-files.js";
import { randomName } from "./random-name.js";

const DAY = 24 * 60 * 60 * 1_000;

/** Settings of {@link writeRetryFiles}. */
export interface RetryFilesOptions {
  /** The present, in milliseconds since the epoch. Default: the system's time. */
  readonly now?: number;
  /** How long lines stay in `retry.log`, in milliseconds. Default 7 days. */
  readonly logMaxAge?: number;
  /** How long lines stay in `retry.jsonl`, in milliseconds. Default 30 days. */
  readonly jsonMaxAge?: number;
}

/** How many lines were added and dropped. */
export interface RetryFilesReport {
  readonly added: number;
  readonly dropped: number;
}

/**
 * Brings the files of the verify loop up to date from a journal: `retry.log` and `retry.jsonl` get
 * what is new and lose what is too old, `retry-state.json` is replaced as a whole. The files are
 * views: calling this again adds nothing. One process at a time should call it.
 * @example
 * writeRetryFiles(".readback", journal.history());
 */
export function writeRetryFiles(
  folder: string,
  entries: Iterable<JournalEntry>,
  options: RetryFilesOptions = {},
): RetryFilesReport {
  const { now = Date.now(), logMaxAge = 7 * DAY, jsonMaxAge = 30 * DAY } = options;
  const all = [...entries];
  const events = [...retryEvents(all)];
  try {
    privateFolder(folder);
    const reports = [
      update(join(folder, "retry.log"), events.flatMap(retryLogLines), logTime, now - logMaxAge),
      update(join(folder, "retry.jsonl"), events.map(retryJsonLine), jsonTime, now - jsonMaxAge),
    ];
    replace(join(folder, "retry-state.json"), `${JSON.stringify(retryState(all), null, 2)}\n`);
    return {
      added: reports.reduce((sum, { added }) => sum + added, 0),
      dropped: reports.reduce((sum, { dropped }) => sum + dropped, 0),
    };
  } catch (error) {
    throw asJournalError(error, folder);
  }
}

/** Adds the lines that are not there yet, and drops those of before `since`. */
function update(
  path: string,
  lines: readonly string[],
  timeOf: (line: string) => number,
  since: number,
): RetryFilesReport {
  const text = contentsOf(path);
  const present = text.split("\n").filter((line) => line !== "");
  const unwanted = new Set(present.filter((line) => timeOf(line) < since));
  // A crash may have cut the last line off; it is written again, whole.
  const last = present.at(-1) ?? "";
  const isTorn = !text.endsWith("\n") && lines.some((line) => line.startsWith(last));
  if (isTorn) unwanted.add(last);
  const known = countsOf(present);
  const isNew = (line: string) => {
    const left = isTorn && line === last ? 0 : (known.get(line) ?? 0);
    known.set(line, left - 1);
    return left <= 0;
  };
  const added = lines.filter((line) => !(timeOf(line) < since)).filter(isNew);
  const kept = present.filter((line) => !unwanted.has(line));
  if (kept.length < present.length) replace(path, textOf([...kept, ...added]));
  else if (added.length > 0) append(path, text, textOf(added));
  return { added: added.length, dropped: present.length - kept.length };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function contentsOf(path: string): string {
  let fd: number;
  try {
    fd = openToRead(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
  try {
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}

function append(path: string, before: string, text: string): void {
  const fd = openToAppend(path, true);
  try {
    const start = before === "" || before.endsWith("\n") ? "" : "\n";
    const bytes = Buffer.from(start + text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function replace(path: string, text: string): void {
  replaceWhole(path, `${path}.${randomName()}.tmp`, text);
}

/** When a line of `retry.log` was written; `NaN` for a line of somebody else's. */
function logTime(line: string): number {
  return Date.parse(/^\[([^\]]+)\]/.exec(line)?.[1] ?? "");
}

function jsonTime(line: string): number {
  try {
    return Date.parse(String((JSON.parse(line) as { timestamp?: unknown } | null)?.timestamp));
  } catch {
    return Number.NaN;
  }
}
