import { closeSync, fstatSync, fsyncSync, readFileSync, readSync, writeSync } from "node:fs";
import { openToAppend, openToRead, replaceWhole } from "./private-files.js";
import { randomName } from "./random-name.js";

const NEWLINE = 10;

/** How many lines were added and dropped. */
export interface LinesReport {
  readonly added: number;
  readonly dropped: number;
}

/** Adds the lines that are not there yet, and drops those from before `since`. */
export function update(
  path: string,
  lines: readonly string[],
  timeOf: (line: string) => number,
  since: number,
): LinesReport {
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
  else if (added.length > 0) append(path, textOf(added));
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

function append(path: string, text: string): void {
  const fd = openToAppend(path, true);
  try {
    const bytes = Buffer.from((endsLine(fd) ? "" : "\n") + text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function endsLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size === 0 || readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === NEWLINE;
}

export function replace(path: string, text: string): void {
  replaceWhole(path, `${path}.${randomName()}.tmp`, text);
}

/** When a line of `retry.log` was written; `NaN` for a line of somebody else's. */
export function logTime(line: string): number {
  return Date.parse(/^\[([^\]]+)\]/.exec(line)?.[1] ?? "");
}

export function jsonTime(line: string): number {
  try {
    return Date.parse(String((JSON.parse(line) as { timestamp?: unknown } | null)?.timestamp));
  } catch {
    return Number.NaN;
  }
}

/** Adds lines to a file; a line that a crash cut off does not swallow the first of them. */
export function appendLines(path: string, lines: readonly string[]): void {
  if (lines.length > 0) append(path, textOf(lines));
}
