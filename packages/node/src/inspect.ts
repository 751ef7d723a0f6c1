import { fstatSync, readSync } from "node:fs";
import { basename } from "node:path";
import { addFile, PrefixSum, type Sum } from "./prefix-sum.js";
import type { Prove } from "./proof.js";
import { type Damage, instanceIn, type Read, readRecord } from "./record.js";

const NEWLINE = 0x0a;
/** How much of the end of a segment is looked at for a record that vouches for the rest. */
const END = 64 * 1024;

/** A line of a segment. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly record: Read;
  readonly bytes: Buffer;
}

/**
 * What is damaged in a segment. Quick when nothing is: then the last record vouches for everything that
 * its writer had seen, and only the few lines after that are looked at one by one.
 */
export function damageIn(fd: number, path: string, prove: Prove): readonly Damage[] {
  const seen = lastSeen(fd, prove);
  return seen && sumAt(fd, 0, seen.p) === seen.s ? [] : damagedLines(fd, path, prove);
}

/**
 * How much of a segment its last writer had seen, when everything after that can be read. `undefined`:
 * nobody vouches for it, and each line has to be looked at.
 */
export function lastSeen(fd: number, prove: Prove): Sum | undefined {
  const { size } = fstatSync(fd);
  const start = Math.max(0, size - END);
  let seen: Sum | undefined;
  for (const line of linesFromTheEnd(bytesAt(fd, start, size), start)) {
    if (seen && line.start < seen.p) break;
    const { kind, attested } = readRecord(line.bytes, prove);
    if (kind === "corrupt" || kind === "damage") return undefined;
    if (!attested) continue;
    if (attested.p > line.start) return undefined;
    seen ??= attested;
  }
  if (seen) return seen.p < start ? undefined : seen;
  // Until somebody has written more, the maker of a segment vouches for what it began with.
  const head = headOf(fd, prove);
  if (!head || head.end < start) return undefined;
  return sumAt(fd, head.start, head.end) === head.record.sum ? NOTHING_SEEN : undefined;
}

const NOTHING_SEEN: Sum = { p: 0, s: new PrefixSum().value };

function sumAt(fd: number, start: number, end: number): string {
  const sum = new PrefixSum();
  addFile(sum, fd, start, end);
  return sum.value;
}

/** The head of a segment, and where what it is about ends; `undefined` when it has none. */
export function headOf(fd: number, prove: Prove | undefined) {
  const bytes = bytesAt(fd, 0, 1_024);
  const end = bytes.indexOf(NEWLINE, 1);
  const record = readRecord(bytes.subarray(1, Math.max(1, end)), prove);
  if (record.kind !== "head") return undefined;
  return { record, start: end + 1, end: end + 1 + record.bytes };
}

/** Whether this user wrote a segment: its head says so or, when that is damaged, any other record. */
export function isOurs(fd: number, prove: Prove): boolean {
  if (headOf(fd, prove)) return true;
  const { size } = fstatSync(fd);
  return [0, Math.max(0, size - END)].some((start) =>
    linesIn(bytesAt(fd, start, start + END), start, prove).some(
      ({ record }) => record.kind !== "corrupt",
    ),
  );
}

/** What is damaged in a segment, after a look at each line. */
export function damagedLines(fd: number, path: string, prove: Prove): readonly Damage[] {
  const file = basename(path);
  const { size } = fstatSync(fd);
  const lines = linesIn(bytesAt(fd, 0, size), 0, prove);
  // By place: garbage can have as many lines as it has bytes.
  const noted = new Set(
    lines.flatMap(({ record }) => (record.kind === "torn" ? placeOf(record) : [])),
  );
  const damage: Damage[] = [];
  for (const [index, line] of lines.entries()) {
    const { start, end, record } = line;
    if (record.kind === "damage") damage.push(record.damage);
    if (record.kind !== "corrupt" || noted.has(placeOf(line))) continue;
    if (isTorn(line, lines[index + 1], prove)) continue;
    damage.push({ file, at: start, bytes: end - start, instance: instanceIn(line.bytes) });
  }
  const isShifted = lines.some(({ start, record: { attested } }) => attested && attested.p > start);
  if (isShifted || (damage.length === 0 && isChanged(fd, lines))) {
    damage.push({ file, at: null, bytes: 0, instance: null });
  }
  return damage;
}

function placeOf({ start, end }: { readonly start: number; readonly end: number }): string {
  return `${start} ${end}`;
}

/**
 * Whether a line was never finished although nobody says so: whoever came next, in the same moment,
 * knew nothing of it yet and began a line before this one had ended.
 */
function isTorn({ start, end, bytes }: Line, next: Line | undefined, prove: Prove): boolean {
  if (next?.start !== end + 1 || !next.record.attested || next.record.attested.p > start)
    return false;
  return readRecord(bytes.subarray(0, -1), prove).kind === "corrupt";
}

/** Whether something that a writer had seen is not what it was. */
function isChanged(fd: number, lines: readonly Line[]): boolean {
  const sum = new PrefixSum();
  return lines
    .flatMap(({ record: { attested } }) => attested ?? [])
    .sort((a, b) => a.p - b.p)
    .some(({ p, s }) => {
      addFile(sum, fd, sum.length, p);
      return sum.value !== s;
    });
}

function linesIn(bytes: Buffer, offset: number, prove: Prove): readonly Line[] {
  return rawLinesIn(bytes, offset).map((line) => ({
    ...line,
    record: readRecord(line.bytes, prove),
  }));
}

/** The whole lines among bytes that begin at `offset` of a file, blank ones left out. */
function rawLinesIn(bytes: Buffer, offset: number): Omit<Line, "record">[] {
  const lines: Omit<Line, "record">[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    const line = bytes.subarray(start, end);
    if (line.length > 0) {
      lines.push({ start: offset + start, end: offset + end, bytes: line });
    }
    start = end + 1;
  }
  return lines;
}

/** The same, the last one first, without the first: the bytes may begin within it. */
function* linesFromTheEnd(bytes: Buffer, offset: number): Generator<Omit<Line, "record">> {
  let end = bytes.lastIndexOf(NEWLINE);
  while (end > 0) {
    const before = bytes.lastIndexOf(NEWLINE, end - 1);
    if (before < 0 && offset > 0) return;
    const start = before + 1;
    if (start < end)
      yield { start: offset + start, end: offset + end, bytes: bytes.subarray(start, end) };
    end = before;
  }
}

function bytesAt(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  let length = 0;
  for (let read = 1; read > 0 && length < bytes.length; length += read) {
    read = readSync(fd, bytes, length, bytes.length - length, start + length);
  }
  return bytes.subarray(0, length);
}
