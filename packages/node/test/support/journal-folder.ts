import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalEntry } from "@readback/core";
import { guardInstance } from "@readback/core/host";
import { afterEach, beforeEach } from "vitest";
import { createProver, signed } from "../../src/proof.js";

/** A folder in memory where there is one: what is tested here is not the disk's speed. */
const scratch = (): string =>
  mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "readback-"));

/** A fresh place for a journal for each test, gone after it. */
export function useJournalFolder(): { readonly path: string; readonly parent: string } {
  const place = { path: "", parent: "" };
  beforeEach(() => {
    place.parent = scratch();
    place.path = join(place.parent, "journal");
  });
  afterEach(() => rmSync(place.parent, { recursive: true, force: true }));
  return place;
}

/** An entry of a machine that nobody here knows; `n` is its time, to tell it by. */
export const entry = (n: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  v: 1,
  time: n,
  machine: "some-machine",
  instance: `i${n}`,
  event: "E",
  from: null,
  to: "s",
  attempt: 0,
  bound: 1,
  cause: null,
  ...more,
});

const SETTINGS = {
  maxRetryAttempts: 5,
  validationTimeout: 60_000,
  retention: 604_800_000,
  onGuardFailure: "block",
};

/** The first entry of a todo's guard. */
export function guardStart(session: string, todo: string, time = 1): JournalEntry {
  return entry(time, {
    machine: "todo-attempt-guard",
    instance: guardInstance(session, todo),
    event: "readback.start",
    payload: { input: { session, todo, ...SETTINGS } },
    to: "watching.unclaimed",
    bound: 5,
  });
}

/** A claim of a todo. */
export function guardClaim(session: string, todo: string, toolUseId: string, time = 2) {
  return entry(time, {
    machine: "todo-attempt-guard",
    instance: guardInstance(session, todo),
    event: "CLAIM",
    payload: { toolUseId },
    from: "watching.unclaimed",
    to: "watching.reviewing",
    attempt: 1,
    bound: 5,
  });
}

export const timesOf = (entries: Iterable<JournalEntry>): readonly number[] =>
  [...entries].map(({ time }) => time);

export const segmentOf = (folder: string, number = 1): string =>
  join(folder, `${String(number).padStart(6, "0")}.jsonl`);

/** A line as this user's processes write it to a segment: with its proof. */
export function proven(folder: string, json: string, number = 1): string {
  return signed(json, createProver(realpathSync.native(folder))(number));
}

/** Writes to a segment behind the journal's back. */
export function scribble(folder: string, bytes: string | Uint8Array, number = 1): void {
  appendFileSync(segmentOf(folder, number), bytes);
}

export const textIn = (folder: string, number = 1): string =>
  readFileSync(segmentOf(folder, number), "utf8");

export const segmentsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
