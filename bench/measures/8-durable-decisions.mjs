import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { count, quantile, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 3;
const processes = 8;

/** Many processes that decide about the same todos, each decision on the disk before it counts. */
export const durableDecisions = {
  number: 8,
  title: "Durable decisions of 8 processes",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const rounds = quick ? 6 : 20;
      const claims = 100;
      const file = join(folder, "sqlite.db");
      mkdirSync(join(folder, "journal"), { mode: 0o700 });
      const subjects = {};
      for (let nth = 1; nth <= processes; nth += 1) {
        // Half of a process's todos are also its neighbour's.
        const todos = Array.from({ length: 16 }, (_, todo) => `todo ${nth * 8 + todo}`);
        const options = { name: `p${nth}`, todos, claims, folder: join(folder, "journal"), file };
        subjects[`readback ${nth}`] = ["durable/readback", options];
        subjects[`sqlite ${nth}`] = ["durable/sqlite", options];
      }
      const found = await withSubjects(subjects, (started) => {
        const group = (name) => {
          const members = Object.keys(started).filter((key) => key.startsWith(name));
          return { step: () => together(members.map((key) => started[key])) };
        };
        return interleave(
          { readback: group("readback"), sqlite: group("sqlite") },
          rounds,
          show.rounds,
        );
      });
      return rowsOf(found, processes * claims);
    }),
};

/** One batch in all processes at once. */
async function together(members) {
  const startedAt = performance.now();
  const parts = await Promise.all(members.map((one) => one.step()));
  return { wall: performance.now() - startedAt, parts };
}

function rowsOf(found, perRound) {
  const walls = (name) => found[name].map(({ wall }) => wall);
  const ratio = ratioOf(walls("sqlite"), walls("readback"));
  const all = (name, key) => found[name].flatMap(({ parts }) => parts.flatMap((one) => one[key]));
  const scale = (name) => {
    const times = all(name, "times");
    const total = walls(name).reduce((sum, wall) => sum + wall, 0);
    const perSecond = Math.round((times.length / total) * 1_000);
    const p = (part) => `${quantile(times, part).toFixed(1)} ms`;
    return `${count(perSecond)} a second, p50 ${p(0.5)}, p99 ${p(0.99)}`;
  };
  const lost = (name) => {
    const given = all(name, "given");
    // An attempt past the bound has no number of its own: it is stopped, not counted on.
    const numbered = given.filter((one) => !one.endsWith(" 11"));
    return numbered.length - new Set(numbered).size;
  };
  return [
    {
      measure: `Durable decisions of ${processes} processes, Readback to SQLite (WAL, FULL)`,
      result: `${showRatio(ratio)} as many`,
      goal: `≥ ${goal} ×`,
      ok: ratio.middle >= goal,
    },
    { measure: "  Readback", result: scale("readback") },
    { measure: "  SQLite (libsql)", result: scale("sqlite") },
    {
      measure: `  attempt numbers given twice, of ${count(perRound * found.readback.length)} each`,
      result: `${lost("readback")} and ${lost("sqlite")}`,
      goal: "0",
      ok: lost("readback") === 0,
    },
  ];
}
