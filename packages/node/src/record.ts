import { isUtf8 } from "node:buffer";
import type { JournalEntry } from "@readback/core";
import { type Sum, sumOf } from "./prefix-sum.js";
import { endsInText, type Prove, signed, unsigned, verified } from "./proof.js";

/** A record that cannot be read, or a place where one must have been. */
export interface Damage {
  /** The name of the segment. */
  readonly file: string;
  /** Where in it, in bytes; `null` when that cannot be told. */
  readonly at: number | null;
  readonly bytes: number;
  /** The instance it provably concerns; `null`: it may concern any. */
  readonly instance: string | null;
}

/** The beginning of a segment. */
export interface Head {
  readonly kind: "head";
  /** How many bytes it had when it was made. */
  readonly bytes: number;
  /** Their checksum. */
  readonly sum: string | undefined;
  /** Which journal it is a part of: one that is begun again after a deletion is another one. Earlier versions did not say. */
  readonly journal: string | undefined;
}

/** What a line of a segment can hold. */
export type Record =
  /** An entry; `writer` tells whose it is. */
  | { readonly kind: "entry"; readonly writer: string; readonly entry: JournalEntry }
  /** The end of the segment: what comes after it in the file does not count. */
  | { readonly kind: "seal"; readonly leavesDamage: boolean }
  | Head
  /** A line that was torn when the next one came: nobody was ever told that it counts. */
  | { readonly kind: "torn"; readonly start: number; readonly end: number }
  /** Damage in an earlier segment. */
  | { readonly kind: "damage"; readonly damage: Damage }
  /** A record of a newer version: kept, not applied. */
  | { readonly kind: "newer"; readonly json: string }
  | { readonly kind: "corrupt" };

/** A record, and what of the file its writer had seen. */
export type Read = Record & { readonly attested?: Sum };

const CORRUPT: Record = { kind: "corrupt" };

/** The JSON of an entry. Nothing in the name of a writer needs to be escaped. */
export function entryJson(entry: JournalEntry, writer: string): string {
  return `{"w":"${writer}",${JSON.stringify(entry).slice(1, -1)},"i":"${sumOf(entry.instance)}"}`;
}

/** The line of an entry, with what its writer had seen, and its proof. */
export function entryLine(json: string, prove: Prove, seen: Sum | undefined): string {
  return signed(seen ? `${json.slice(0, -1)},"p":${seen.p},"s":"${seen.s}"}` : json, prove);
}

/** What stands in every seal and, as a key is always quoted, in no text. */
export const SEAL = '"seal":true';

/** With `leavesDamage`, what cannot be read does not follow into the next segment. */
export function sealJson(writer: string, leavesDamage: boolean): string {
  return JSON.stringify({ w: writer, v: 1, seal: true, ...(leavesDamage && { repair: true }) });
}

export function headJson(
  writer: string,
  { bytes, sum, journal }: Omit<Head, "kind">,
  time?: number,
): string {
  return JSON.stringify({ w: writer, v: 1, head: bytes, s: sum, time, j: journal });
}

export function tornJson(writer: string, start: number, end: number): string {
  return JSON.stringify({ w: writer, v: 1, torn: [start, end] });
}

export function damageJson(writer: string, damage: Damage): string {
  return JSON.stringify({ w: writer, v: 1, damage });
}

/** The text of a line. Bytes that are no text are replaced, here and nowhere else. */
export function textOf(line: Buffer): string {
  return line.toString("utf8");
}

/** What is added to the JSON of an entry. */
const ADDED = /,"i":"[0-9a-f]{8}"(?:,"p":(\d+),"s":"([0-9a-f]{16})")?\}$/;
/** No more than that is added. */
const ADDED_LENGTH = 80;

/** How the JSON of a record begins. */
const WRITER = /^\{"w":"([^"\\]*)",(?=")/;
const LONGEST_WRITER = 100;

/** Reads a line. Whatever is in it, this does not throw. Without `prove`, nothing has to be proven. */
export function readRecord(line: Buffer, prove: Prove | undefined): Read {
  const text = textOf(line);
  // A replacement character may have been written as such.
  if (text.includes("\ufffd") && !isUtf8(line)) return CORRUPT;
  const json = prove ? verified(text, prove) : unsigned(text);
  if (json === undefined) return CORRUPT;
  const added = endsInText(json) ? ADDED.exec(json.slice(-ADDED_LENGTH)) : null;
  try {
    const whole = added ? `${json.slice(0, -added[0].length)}}` : json;
    const isNamed = whole.startsWith('{"w":');
    const [start, writer] = (isNamed && WRITER.exec(whole.slice(0, LONGEST_WRITER))) || [];
    // Without it, the entry need not be copied to be left with what it is.
    const value: unknown = JSON.parse(start ? `{${whole.slice(start.length)}` : whole);
    if (typeof value !== "object" || value === null) return CORRUPT;
    const record = recordIn(value as Loose, json, writer);
    const [, p, s] = added ?? [];
    if (p === undefined || s === undefined) return record;
    return { ...record, attested: { p: Number(p), s } };
  } catch {
    return CORRUPT;
  }
}

function recordIn(value: Loose, json: string, writer: string | undefined): Record {
  const { v, seal, head, torn, damage } = value;
  if (typeof v !== "number") return CORRUPT;
  if (v > 1) return { kind: "newer", json };
  if (seal === true) return { kind: "seal", leavesDamage: value.repair === true };
  if (typeof head === "number")
    return { kind: "head", bytes: head, sum: textIn(value.s), journal: textIn(value.j) };
  if (Array.isArray(torn)) return { kind: "torn", start: Number(torn[0]), end: Number(torn[1]) };
  if (typeof damage === "object") return { kind: "damage", damage: damage as Damage };
  if (!("w" in value)) {
    return isEntry(value) ? { kind: "entry", writer: String(writer), entry: value } : CORRUPT;
  }
  const { w, ...entry } = value;
  return isEntry(entry) ? { kind: "entry", writer: String(w), entry } : CORRUPT;
}

type Loose = { readonly [key: string]: unknown };

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The instance that a damaged line is about, when the line still says it twice. */
export function instanceIn(line: Buffer): string | null {
  const text = line.toString("latin1");
  const names = [...text.matchAll(/"instance":"([^"\\]*)"/g)];
  const sums = [...text.matchAll(/"i":"([0-9a-f]{8})"/g)];
  const [name, sum] = [names[0]?.[1], sums[0]?.[1]];
  if (names.length !== 1 || sums.length !== 1 || name === undefined) return null;
  const instance = Buffer.from(name, "latin1").toString("utf8");
  return sumOf(instance) === sum ? instance : null;
}

function isEntry(value: object): value is JournalEntry {
  const entry = value as Partial<JournalEntry>;
  return (
    Number.isFinite(entry.time) &&
    typeof entry.machine === "string" &&
    typeof entry.instance === "string" &&
    typeof entry.event === "string" &&
    typeof entry.to === "string" &&
    typeof entry.attempt === "number" &&
    (entry.payload === undefined || (typeof entry.payload === "object" && entry.payload !== null))
  );
}
