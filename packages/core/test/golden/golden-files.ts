import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "../../src/index.js";
import type { Scene, Seen, Stage, Step } from "./stage.js";
import { askStage } from "./stages/ask.js";
import { guardStage } from "./stages/guard.js";
import { instructionsStage } from "./stages/instructions.js";
import { verifyStage } from "./stages/verify.js";

/** Where the golden files are: a folder for each version, in it one for each machine. */
export const HERE = import.meta.dirname;

export const STAGES: Readonly<Record<string, (scene: Scene) => Stage>> = {
  ask: askStage,
  guard: guardStage,
  instructions: instructionsStage,
  verify: verifyStage,
};

/** Something that is done after the story, in a process of its own, and what is seen of it. */
export interface Fact {
  readonly with?: Step;
  readonly do: readonly Step[];
  /** For each step, what can be seen. */
  readonly sees: readonly Seen[];
  /** The same where only the checkpoints of the story are left, when that is less. */
  readonly seesFromCheckpoint?: readonly Seen[];
}

/** What has to be true of a story's journal, in every later version. */
export interface Expected {
  /** When the story stopped. */
  readonly at: number;
  /** What was counted by then: attempts, bounds reached, outcomes and their causes. */
  readonly history: Seen;
  readonly facts: readonly Fact[];
}

/** The facts of each story of a machine. */
export type ExpectedStories = Readonly<Record<string, Expected>>;

/** The versions that have golden files, oldest first. */
export const versions = (): readonly string[] =>
  readdirSync(HERE)
    .filter((name) => /^\d/.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));

export function expectedOf(version: string, machine: string): ExpectedStories {
  return JSON.parse(readFileSync(join(HERE, version, machine, "expected.json"), "utf8"));
}

/** The names of a machine's files, without their ending. */
export const filesOf = (version: string, machine: string): readonly string[] =>
  readdirSync(join(HERE, version, machine)).flatMap((name) =>
    name.endsWith(".jsonl") ? [name.slice(0, -".jsonl".length)] : [],
  );

export function entriesOf(version: string, machine: string, file: string): JournalEntry[] {
  const text = readFileSync(join(HERE, version, machine, `${file}.jsonl`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
