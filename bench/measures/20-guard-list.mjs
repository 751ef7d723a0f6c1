import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createGuardEngine } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { count, median } from "../lib/numbers.mjs";

const goal = 1_000;
const require = createRequire(import.meta.url);
const cli = join(dirname(require.resolve("readback/package.json")), "dist/cli.cjs");

/** What a person waits for who has very many todos. */
export const guardList = {
  number: 20,
  title: "readback guard list",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const todos = quick ? 5_000 : 20_000;
      const report = join(folder, "report.cjs");
      writeFileSync(report, REPORT);
      show(`${count(todos)} todos`);
      const cases = {
        none: subject(await projectWith(0, folder), report),
        many: subject(await projectWith(todos, folder), report),
      };
      await interleave(cases, 1, () => {});
      const found = await interleave(cases, quick ? 3 : 9, show.rounds);
      const more = median(found.many.map((time, round) => time - found.none[round]));
      return [
        {
          measure: `readback guard list, ${count(todos)} todos, over the same without any`,
          result: `${more.toFixed(0)} ms`,
          goal: `< ${count(goal)} ms`,
          ok: more < goal,
        },
        { measure: "  without any", result: `${median(found.none).toFixed(0)} ms` },
      ];
    }),
};

/** Makes a process say at its end how much CPU time it took, in microseconds. */
const REPORT = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(3, String(user + system));
});
`;

/** CPU time of the whole process, in milliseconds. */
function subject(cwd, report) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  const argv = ["--require", report, cli, "guard", "list"];
  return {
    step() {
      const stdio = ["ignore", "pipe", "pipe", "pipe"];
      const options = { cwd, env, stdio, maxBuffer: 2 ** 26 };
      const { status, stderr, output } = spawnSync(process.execPath, argv, options);
      if (status !== 0 || stderr.length > 0) throw new Error(`guard list: ${status} ${stderr}`);
      return Number(output[3]) / 1_000;
    },
  };
}

/** A project that knows so many todos, each claimed once. */
async function projectWith(todos, parent) {
  const project = join(parent, `project-${todos}`);
  mkdirSync(project);
  const folder = join(project, ".readback/journal");
  const journal = createFileJournal({ folder, durable: false });
  const config = { maxRetryAttempts: 5, validationTimeout: 60_000, retention: 604_800_000 };
  const guard = createGuardEngine({ ...config, onGuardFailure: "block" }, undefined, { journal });
  for (let todo = 1; todo <= todos; todo += 1) {
    const completing = [`An earlier todo, number ${count(todo)}`];
    await guard.check({ session: "bench", toolUseId: `earlier-${todo}`, completing });
  }
  guard.runtime.stop();
  journal.close();
  return project;
}
