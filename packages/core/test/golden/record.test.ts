import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  askMachine,
  createRuntime,
  guardMachine,
  instructionMachine,
  type JournalEntry,
  verifyMachine,
} from "../../src/index.js";
import { historyOf, seenAfter } from "./facts.js";
import { type Expected, type Fact, HERE, STAGES } from "./golden-files.js";
import { listJournal, type Scene, type Stage, stageTime } from "./stage.js";
import { ask } from "./stories/ask.js";
import { guard } from "./stories/guard.js";
import { instructions } from "./stories/instructions.js";
import { type Story, T } from "./stories/story.js";
import { verify } from "./stories/verify.js";

// Records the golden files of a release; see README.md. `RECORD=0.2` names it.
const version = process.env.RECORD;
const MACHINES = [askMachine, guardMachine, instructionMachine, verifyMachine];
const STORIES: Readonly<Record<string, Readonly<Record<string, Story>>>> = {
  ask,
  guard,
  instructions,
  verify,
};

it.runIf(version).each(Object.keys(STORIES))(
  "records %s",
  { timeout: 600_000 },
  async (machine) => {
    const folder = join(HERE, String(version), machine);
    mkdirSync(folder, { recursive: true });
    const expected: Record<string, Expected> = {};
    for (const [name, story] of Object.entries(STORIES[machine] ?? {})) {
      const { entries, at } = await told(machine, story);
      const checkpoints = checkpointsOf(entries, at);
      write(join(folder, `${name}.jsonl`), entries);
      if (checkpoints.length > 0) write(join(folder, `${name}.checkpoint.jsonl`), checkpoints);
      const facts: Fact[] = [];
      for (const one of story.tries)
        facts.push(await tried(machine, entries, checkpoints, at, one));
      expected[name] = { at, history: historyOf(entries), facts };
    }
    writeFileSync(join(folder, "expected.json"), printed(expected), { flag: "wx" });
  },
);

async function told(machine: string, { settings = {}, steps, cut }: Story) {
  const time = stageTime(T);
  const journal = listJournal();
  const make = STAGES[machine] as (scene: Scene) => Stage;
  const stage = make({ journal, time, settings, ids: "r" });
  for (const step of steps) await stage.perform(step);
  return { entries: journal.entries.slice(0, cut), at: time.clock.now() };
}

function checkpointsOf(entries: readonly JournalEntry[], at: number): readonly JournalEntry[] {
  const runtime = createRuntime(MACHINES, { journal: listJournal(entries), ...stageTime(at) });
  expect(runtime.recover()).toMatchObject({ applied: entries.length, ignored: 0, diverged: 0 });
  return [...runtime.checkpoints()];
}

async function tried(
  machine: string,
  entries: readonly JournalEntry[],
  checkpoints: readonly JournalEntry[],
  at: number,
  what: Story["tries"][number],
): Promise<Fact> {
  const sees = await seenAfter(machine, entries, at, what);
  if (checkpoints.length === 0) return { ...what, sees };
  const seesFromCheckpoint = await seenAfter(machine, checkpoints, at, what);
  const isSame = JSON.stringify(sees) === JSON.stringify(seesFromCheckpoint);
  return { ...what, sees, ...(isSame ? {} : { seesFromCheckpoint }) };
}

function write(path: string, entries: readonly JournalEntry[]): void {
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), {
    flag: "wx",
  });
}

/** One fact on each line. */
function printed(expected: Readonly<Record<string, Expected>>): string {
  const stories = Object.entries(expected).map(([name, { at, history, facts }]) => {
    const lines = facts.map((fact) => `      ${JSON.stringify(fact)}`).join(",\n");
    return `  ${JSON.stringify(name)}: {\n    "at": ${at},\n    "history": ${JSON.stringify(history)},\n    "facts": [\n${lines}\n    ]\n  }`;
  });
  return `{\n${stories.join(",\n")}\n}\n`;
}
