import { isUtf8 } from "node:buffer";
import type { JournalEntry } from "@readback/core";

/** What a line of a segment can hold. */
export type Record =
  /** An entry; `writer` tells whose it is. */
  | { readonly kind: "entry"; readonly writer: string; readonly entry: JournalEntry }
  /** The end of the segment: what comes after it in the file does not count. */
  | { readonly kind: "seal" }
  /** The beginning of a segment: how many bytes it had when it was made. */
  | { readonly kind: "head"; readonly bytes: number }
  /** A record of a newer version: kept, not applied. */
  | { readonly kind: "newer" }
  | { readonly kind: "corrupt" };

const CORRUPT: Record = { kind: "corrupt" };

/** The line of an entry. Nothing in the name of a writer needs to be escaped. */
export function entryLine(entry: JournalEntry, writer: string): string {
  return `{"w":"${writer}",${JSON.stringify(entry).slice(1)}`;
}

/** What stands in every seal and, as a key is always quoted, in no text. */
export const SEAL = '"seal":true';

export function sealLine(writer: string): string {
  return JSON.stringify({ w: writer, v: 1, seal: true });
}

export function headLine(writer: string, bytes: number, time: number): string {
  return JSON.stringify({ w: writer, v: 1, head: bytes, time });
}

/** The text of a line. Bytes that are no text are replaced, here and nowhere else. */
export function textOf(line: Buffer): string {
  return line.toString("utf8");
}

/** Reads a line. Whatever is in it, this does not throw. */
export function readRecord(line: Buffer): Record {
  let value: unknown;
  try {
    const text = textOf(line);
    // A replacement character may have been written as such.
    if (text.includes("\ufffd") && !isUtf8(line)) return CORRUPT;
    value = JSON.parse(text);
  } catch {
    return CORRUPT;
  }
  if (typeof value !== "object" || value === null) return CORRUPT;
  const { w, seal, head, ...entry } = value as { [key: string]: unknown };
  if (typeof entry.v !== "number") return CORRUPT;
  if (entry.v > 1) return { kind: "newer" };
  if (seal === true) return { kind: "seal" };
  if (typeof head === "number") return { kind: "head", bytes: head };
  if (!isEntry(entry)) return CORRUPT;
  return { kind: "entry", writer: String(w), entry };
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
