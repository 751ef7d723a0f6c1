import { closeSync, fstatSync, fsyncSync, readSync, writeSync } from "node:fs";
import { openToAppend, replaceWhole } from "./private-files.js";
import { randomName } from "./random-name.js";
import { readLines } from "./read-lines.js";

const NEWLINE = 10;
/** Written in one go, in characters. */
const PIECE = 1 << 20;

/** How many lines were added and dropped. */
export interface LinesReport {
  readonly added: number;
  readonly dropped: number;
}

/**
 * Adds the lines that are not there yet, and drops those from before `since`. The file may be long: it is read, and
 * written again, piece by piece.
 */
export function update(
  path: string,
  lines: readonly string[],
  timeOf: (line: string) => number,
  since: number,
): LinesReport {
  const isOld = (line: string) => timeOf(line) < since;
  const wanted = lines.filter((line) => !isOld(line));
  /** How often each line is there that has to be. */
  const present = new Map(wanted.map((line) => [line, 0]));
  let dropped = 0;
  const look = (line: string) => {
    const count = present.get(line);
    if (count !== undefined) present.set(line, count + 1);
    else if (isOld(line)) dropped += 1;
  };
  const rest = readLines(path, 0, look)?.rest ?? "";
  // A crash may have cut the last line off; it is written again, whole.
  const isTorn = rest !== "" && lines.some((line) => line.startsWith(rest));
  if (isTorn) dropped += 1;
  else if (rest !== "") look(rest);
  const added = wanted.filter((line) => {
    const left = present.get(line) ?? 0;
    present.set(line, left - 1);
    return left <= 0;
  });
  if (dropped > 0) rewrite(path, isOld, isTorn, added);
  else appendLines(path, added);
  return { added: added.length, dropped };
}

/** Writes a file again without what is too old, and with what is new. */
function rewrite(
  path: string,
  isOld: (line: string) => boolean,
  isTorn: boolean,
  added: readonly string[],
): void {
  replaceWhole(path, `${path}.${randomName()}.tmp`, (put) => {
    let piece = "";
    const keep = (line: string) => {
      if (isOld(line)) return;
      piece += `${line}\n`;
      if (piece.length < PIECE) return;
      put(piece);
      piece = "";
    };
    const rest = readLines(path, 0, keep)?.rest ?? "";
    if (!isTorn && rest !== "") keep(rest);
    put(piece + textOf(added));
  });
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
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
  // As we write it; somebody else may have written it in another way.
  const written = /^\{"timestamp":"([\w:.+-]+)"[,}]/.exec(line)?.[1];
  if (written !== undefined) return Date.parse(written);
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
