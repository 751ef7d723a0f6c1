import type { JournalEntry } from "@readback/core";
import { wrongEntry } from "./wrong-entry.js";

/** Why something in a journal is no entry that can be shown. */
type Unreadable =
  /** Not JSON: a record that was cut off, or another file. */
  | "torn"
  /** JSON, but not an entry. */
  | "foreign"
  /** An entry of a later version of Readback. */
  | "newer";

export type ReadEntry =
  | { readonly entry: JournalEntry }
  | { readonly unreadable: Unreadable; readonly what: string };

/** Reads one line of a journal; `undefined` for an empty one. Never throws. */
export function readLine(line: string): ReadEntry | undefined {
  const text = line.trim();
  if (text === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { unreadable: "torn", what: `not JSON: ${excerpt(text)}` };
  }
  return readEntry(value);
}

/** Reads what should be an entry. Never throws. */
export function readEntry(value: unknown): ReadEntry {
  if (isEntry(value)) return { entry: value };
  const { v } = (typeof value === "object" && value !== null ? value : {}) as { v?: unknown };
  if (typeof v === "number" && v > 1) return { unreadable: "newer", what: `version ${v}` };
  return { unreadable: "foreign", what: `no journal entry: ${wrongEntry(value)}` };
}

const CAUSES: ReadonlySet<unknown> = new Set(["human", "timer", "policy", "system", null]);

/** As `journalEntrySchema`, which takes as long as `JSON.parse` and so only says what is wrong. */
export function isEntry(value: unknown): value is JournalEntry {
  if (!isObject(value)) return false;
  const { v, time, machine, instance, event, payload, deadline, from, to } = value;
  const { attempt, bound, generation, cause, exhausted, outcome, told, done } = value;
  const { sequence, definition, timers } = value;
  return (
    v === 1 &&
    isNumber(time) &&
    isName(machine) &&
    isName(instance) &&
    isName(event) &&
    (payload === undefined || isPlain(payload)) &&
    (deadline === undefined || isName(deadline)) &&
    (from === null || typeof from === "string") &&
    typeof to === "string" &&
    isNumber(attempt) &&
    isNumber(bound) &&
    (generation === undefined || isNumber(generation)) &&
    CAUSES.has(cause) &&
    (exhausted === undefined || exhausted === true) &&
    (outcome === undefined || typeof outcome === "string") &&
    (sequence === undefined || isNumber(sequence)) &&
    (definition === undefined || typeof definition === "string") &&
    (timers === undefined || (Array.isArray(timers) && timers.every(isTimer))) &&
    (told === undefined || (Array.isArray(told) && told.every(isTold))) &&
    (done === undefined || done === true)
  );
}

function isTimer(one: unknown): boolean {
  return isObject(one) && typeof one.id === "string" && isNumber(one.at);
}

function isTold(one: unknown): boolean {
  return isObject(one) && typeof one.to === "string" && typeof one.outcome === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): boolean {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isName = (value: unknown): boolean => typeof value === "string" && value !== "";

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
