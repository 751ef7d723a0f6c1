import type { JournalEntry } from "@readback/core";

/** What a line of a segment can hold. */
export type Record =
  /** An entry; `writer` tells whose it is. */
  | { readonly kind: "entry"; readonly writer: string; readonly entry: JournalEntry }
  /** The end of the segment: what comes after it in the file does not count. */
  | { readonly kind: "seal" }
  /** A record of a newer version: kept, not applied. */
  | { readonly kind: "newer" }
  | { readonly kind: "corrupt" };

export function entryLine(entry: JournalEntry, writer: string): string {
  return JSON.stringify({ w: writer, ...entry });
}

/** What stands in every seal and, as a key is always quoted, in no text. */
export const SEAL = '"seal":true';

export function sealLine(writer: string): string {
  return JSON.stringify({ w: writer, v: 1, seal: true });
}

/** Reads a line. Whatever is in it, this does not throw. */
export function readRecord(line: string): Record {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: "corrupt" };
  }
  if (typeof value !== "object" || value === null) return { kind: "corrupt" };
  const { w, seal, ...entry } = value as { w?: unknown; seal?: unknown; v?: unknown };
  if (typeof entry.v !== "number") return { kind: "corrupt" };
  if (entry.v > 1) return { kind: "newer" };
  if (seal === true) return { kind: "seal" };
  if (!isEntry(entry)) return { kind: "corrupt" };
  return { kind: "entry", writer: String(w), entry };
}

function isEntry(value: object): value is JournalEntry {
  const entry = value as Partial<JournalEntry>;
  return (
    typeof entry.time === "number" &&
    typeof entry.machine === "string" &&
    typeof entry.instance === "string" &&
    typeof entry.event === "string" &&
    typeof entry.to === "string" &&
    typeof entry.attempt === "number" &&
    (entry.payload === undefined || (typeof entry.payload === "object" && entry.payload !== null))
  );
}
