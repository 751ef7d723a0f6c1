// `npm run bench [-- --quick] [-- --only 1,4]`: see README.md.
import { existsSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { progress } from "./lib/progress.mjs";
import { table } from "./lib/table.mjs";
import { lifecycle } from "./measures/1-lifecycle.mjs";
import { heapPerAsk } from "./measures/2-heap-per-ask.mjs";
import { manyPending } from "./measures/3-many-pending.mjs";
import { replay } from "./measures/4-replay.mjs";
import { size } from "./measures/5-size.mjs";
import { millionAsks } from "./measures/6-million-asks.mjs";
import { hookStart } from "./measures/7-hook-start.mjs";
import { durableDecisions } from "./measures/8-durable-decisions.mjs";
import { reopen } from "./measures/9-reopen.mjs";
import { questionPage } from "./measures/10-page.mjs";
import { mcp } from "./measures/11-mcp.mjs";
import { idle } from "./measures/12-idle.mjs";
import { answerElsewhere } from "./measures/13-answer-elsewhere.mjs";
import { takeOver } from "./measures/14-take-over.mjs";
import { dialog } from "./measures/15-dialog.mjs";
import { answerStart } from "./measures/16-answer.mjs";
import { electronWindow } from "./measures/17-electron.mjs";
import { visualizer } from "./measures/18-visualizer.mjs";
import { visualizerSize } from "./measures/19-visualizer-size.mjs";
import { guardList } from "./measures/20-guard-list.mjs";
import { verifiedAttempt } from "./measures/21-verified-attempt.mjs";
import { retryStats } from "./measures/22-retry-stats.mjs";
import { manyInstructions } from "./measures/23-many-instructions.mjs";
import { onRestate } from "./measures/24-restate.mjs";
import { views } from "./measures/25-views.mjs";

const measures = [
  lifecycle,
  heapPerAsk,
  manyPending,
  replay,
  size,
  millionAsks,
  hookStart,
  durableDecisions,
  reopen,
  questionPage,
  mcp,
  idle,
  answerElsewhere,
  takeOver,
  dialog,
  answerStart,
  electronWindow,
  visualizer,
  visualizerSize,
  guardList,
  verifiedAttempt,
  retryStats,
  manyInstructions,
  onRestate,
  views,
];

const { chosen, quick } = chosenBy(process.argv.slice(2));
if (!existsSync(fileURLToPath(import.meta.resolve("@readback/core")))) {
  console.error("@readback/core is not built. Run `npm run bench` in the root: it builds first.");
  process.exit(1);
}
const startedAt = performance.now();
console.log(`Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model.trim()}`);
if (quick) console.log("Quick run: fewer rounds and smaller numbers, so more noise.");
if (loadavg()[0] > cpus().length / 2) {
  console.log(`Other programs are busy (load ${loadavg()[0].toFixed(1)}): expect a wide spread.`);
}

const rows = [];
for (const { number, title, run } of chosen) {
  const show = progress(`${number}. ${title}`);
  const found = await run({ quick, show });
  show.done();
  rows.push(...found.map((row) => ({ ...row, measure: `${number}. ${row.measure}` })));
}

console.log(`\n${table(rows)}`);
console.log(
  "\nTimes are CPU time. 0.35 × (0.33–0.38): the median round, and where 80 % of them lie.",
);
console.log(`${verdict(rows)} Took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);

function verdict(all) {
  const missed = all.filter(({ ok }) => ok === false);
  if (missed.length === 0) return "Every goal is met.";
  return `Goals missed: ${missed.length} of ${all.filter(({ ok }) => ok !== undefined).length}.`;
}

function chosenBy(args) {
  const usage = `Usage: npm run bench -- [--quick] [--only ${measures.map((m) => m.number).join(",")}]`;
  try {
    const { values } = parseArgs({
      args,
      options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
    });
    const numbers = values.only?.split(",").map(Number) ?? measures.map(({ number }) => number);
    const unknown = numbers.find((number) => !measures.some((one) => one.number === number));
    if (unknown !== undefined) throw new Error(`There is no such measure in --only ${values.only}`);
    return { quick: values.quick, chosen: measures.filter((one) => numbers.includes(one.number)) };
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(1);
  }
}
