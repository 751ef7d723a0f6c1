import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { count, median, megabytes, ratioOf, showRatio } from "../lib/numbers.mjs";
import { writeRetryLines } from "../lib/retry-lines.mjs";

const goal = 1.5;
const heapGoal = 1.25;
const require = createRequire(import.meta.url);
const cli = join(dirname(require.resolve("readback/package.json")), "dist/cli.cjs");

/** How long a person waits who sums up very many tasks. */
export const retryStats = {
  number: 22,
  title: "readback stats",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const lines = quick ? 100_000 : 1_000_000;
      show(`writing ${count(lines)} lines`);
      const [long, short] = [projectWith(lines, folder), projectWith(lines / 10, folder)];
      const [report, bare] = [join(folder, "report.cjs"), join(folder, "bare.cjs")];
      writeFileSync(report, REPORT);
      writeFileSync(bare, BARE);
      const cases = {
        stats: subject(long, report, [cli, "stats", "--json"]),
        bare: subject(long, report, [bare]),
        short: subject(short, report, [cli, "stats", "--json"]),
      };
      const found = await interleave(cases, quick ? 3 : 9, show.rounds);
      const times = (name) => found[name].map(({ ms }) => ms);
      const peak = (name) => median(found[name].map(({ rss }) => rss));
      const ratio = ratioOf(times("stats"), times("bare"));
      const memory = peak("stats") / peak("short");
      return [
        {
          measure: `readback stats of ${count(lines)} lines, to a process that reads and JSON.parse-s them`,
          result: `${showRatio(ratio)}, ${(median(times("stats")) / 1_000).toFixed(1)} s`,
          goal: `≤ ${goal} ×`,
          ok: ratio.middle <= goal,
        },
        {
          measure: `  its memory at most, to that with ${count(lines / 10)} lines`,
          result: `${memory.toFixed(2)} ×, ${megabytes(peak("stats"))}`,
          goal: `≤ ${heapGoal} × (flat)`,
          ok: memory <= heapGoal,
        },
      ];
    }),
};

/** Makes a process say at its end how much CPU time it took, and its memory at most. */
const REPORT = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const rss = process.resourceUsage().maxRSS * 1024;
  require("node:fs").writeSync(3, JSON.stringify({ ms: (user + system) / 1_000, rss }));
});
`;

/** The least anybody could do: reads the file piece by piece, and parses each line. */
const BARE = `const { closeSync, openSync, readSync } = require("node:fs");
const fd = openSync(".readback/retry.jsonl", "r");
const chunk = Buffer.allocUnsafe(1 << 20);
let rest = "";
let events = 0;
for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) {
  const lines = (rest + chunk.toString("latin1", 0, read)).split("\\n");
  rest = lines.pop();
  for (const line of lines) if (JSON.parse(line).event) events += 1;
}
closeSync(fd);
console.log(events);
`;

function subject(cwd, report, program) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  return {
    step() {
      const stdio = ["ignore", "pipe", "pipe", "pipe"];
      const options = { cwd, env, stdio, maxBuffer: 2 ** 26 };
      const argv = ["--require", report, ...program];
      const { status, stderr, output } = spawnSync(process.execPath, argv, options);
      if (status !== 0 || stderr.length > 0) throw new Error(`stats: ${status} ${stderr}`);
      return JSON.parse(String(output[3]));
    },
  };
}

function projectWith(lines, parent) {
  const project = join(parent, `project-${lines}`);
  mkdirSync(join(project, ".readback"), { recursive: true, mode: 0o700 });
  writeRetryLines(join(project, ".readback/retry.jsonl"), lines);
  return project;
}
