import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createGuardEngine } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { count, median, micros, quantile, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 3;
const bareGoal = 0.8;
const processes = 8;

/** Many processes that decide about the same todos, each decision on the disk before it counts. */
export const durableDecisions = {
  number: 8,
  title: "Durable decisions of 8 processes",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const steps = quick ? 6 : 20;
      // Each todo is claimed by two processes, ten times in all.
      const rounds = 5;
      const file = join(folder, "sqlite.db");
      const bare = join(folder, "bare.jsonl");
      const record = await claimRecord(join(folder, "sample"));
      mkdirSync(join(folder, "journal"), { mode: 0o700 });
      const subjects = {};
      for (let nth = 1; nth <= processes; nth += 1) {
        // Half of a process's todos are also its neighbour's.
        const todos = Array.from({ length: 16 }, (_, todo) => `todo ${nth * 8 + todo}`);
        const options = {
          ...{ name: `p${nth}`, todos, rounds },
          ...{ folder: join(folder, "journal"), file, bare, record },
        };
        subjects[`readback ${nth}`] = ["durable/readback", options];
        subjects[`sqlite ${nth}`] = ["durable/sqlite", options];
        subjects[`bare ${nth}`] = ["durable/bare", options];
      }
      const found = await withSubjects(subjects, async (started) => {
        const group = (name) => {
          const members = Object.keys(started).filter((key) => key.startsWith(name));
          return { step: () => together(members.map((key) => started[key])) };
        };
        const groups = {
          readback: group("readback"),
          sqlite: group("sqlite"),
          bare: group("bare"),
        };
        // Not timed: V8 compiles what runs often, and does that beside the work.
        await interleave(groups, quick ? 10 : 30, () => {});
        return interleave(groups, steps, show.rounds);
      });
      return rowsOf(found);
    }),
};

/** How many bytes the record of one claim has in the journal. */
async function claimRecord(folder) {
  const journal = createFileJournal({ folder, durable: false });
  const config = { maxRetryAttempts: 10, validationTimeout: 60_000, retention: 604_800_000 };
  const guard = createGuardEngine({ ...config, onGuardFailure: "block" }, undefined, { journal });
  await guard.check({ session: "bench", toolUseId: "p1-2-1", completing: ["todo 8"] });
  guard.runtime.stop();
  journal.close();
  const [segment] = readdirSync(folder);
  const lines = readFileSync(join(folder, segment), "utf8").trim().split("\n");
  return Buffer.byteLength(`\n${lines.at(-1)}\n`);
}

/** One batch in all processes at once, after they have forgotten the one before. */
async function together(members) {
  await Promise.all(members.map((one) => one.step()));
  const startedAt = performance.now();
  const parts = await Promise.all(members.map((one) => one.step()));
  return { wall: performance.now() - startedAt, parts };
}

function rowsOf(found) {
  const walls = (name) => found[name].map(({ wall }) => wall);
  const ratio = ratioOf(walls("sqlite"), walls("readback"));
  const ofBare = ratioOf(walls("bare"), walls("readback"));
  const all = (name, key) => found[name].flatMap(({ parts }) => parts.flatMap((one) => one[key]));
  const scale = (name) => {
    const times = all(name, "times");
    const total = walls(name).reduce((sum, wall) => sum + wall, 0);
    const perSecond = Math.round((times.length / total) * 1_000);
    const p = (part) => `${quantile(times, part).toFixed(1)} ms`;
    const cpu = median(
      found[name].map(({ parts }) => {
        const used = parts.reduce((sum, one) => sum + one.cpu, 0);
        return (used * 1_000) / parts.reduce((sum, one) => sum + one.times.length, 0);
      }),
    );
    return `${count(perSecond)} a second, p50 ${p(0.5)}, p99 ${p(0.99)}, ${micros(cpu)} of CPU time each`;
  };
  const lost = (name) => {
    const given = all(name, "given");
    return given.length - new Set(given).size;
  };
  return [
    {
      measure: `Durable decisions of ${processes} processes, Readback to SQLite (WAL, FULL)`,
      result: `${showRatio(ratio)} as many`,
      goal: `≥ ${goal} ×`,
      ok: ratio.middle >= goal,
    },
    {
      measure: "  Readback to bare append and fdatasync of as many bytes",
      result: `${showRatio(ofBare)} as many`,
      goal: `≥ ${bareGoal} ×`,
      ok: ofBare.middle >= bareGoal,
    },
    { measure: "  Readback", result: scale("readback") },
    { measure: "  SQLite (libsql)", result: scale("sqlite") },
    { measure: "  bare append and fdatasync", result: scale("bare") },
    {
      measure: `  attempt numbers given twice, of ${count(all("readback", "given").length)} each`,
      result: `${lost("readback")} and ${lost("sqlite")}`,
      goal: "0",
      ok: lost("readback") === 0,
    },
  ];
}
