import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createVitest } from "vitest/node";

// A process of `npm run mutate`. It keeps a vitest for one copy of packages/core and runs files of
// it when asked to; starting anew for each mutation would take several times as long.

const root = process.argv[2];

/** Runs the files in the order they are given in. */
class AsGiven {
  shard = (specifications) => specifications;
  sort = (specifications) => specifications;
}

let outcome;
const reporter = {
  onTestCaseResult(test) {
    if (test.result().state === "failed") outcome.failed ??= test.fullName;
  },
  onTestModuleEnd(module) {
    const { collectDuration, duration } = module.diagnostic();
    const file = relative(root, module.moduleId);
    outcome.costs.push([file, collectDuration + duration]);
    const [error] = module.errors();
    if (error) outcome.unloadable ??= `${file}: ${error.message}`;
  },
  onTestRunEnd(_, [error]) {
    if (error) outcome.failed ??= `an error nobody caught: ${error.message}`;
  },
};

const vitest = await createVitest("test", {
  root,
  watch: false,
  bail: 1,
  // Many a mutation shows in a promise that never settles.
  testTimeout: 2_000,
  reporters: [reporter],
  // The tests share nothing but imports: loading zod and XState again for each file is waste.
  isolate: false,
  maxWorkers: 1,
  // Threads end with this process, even in an endless loop.
  pool: "threads",
  sequence: { sequencer: AsGiven },
});
await vitest.standalone();
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((one) => [relative(root, one.moduleId), one]),
);

/** Loading fast-check alone takes longer than all the tests that do without it. */
function isRandom(path) {
  const text = readFileSync(path, "utf8");
  const imported = [...text.matchAll(/"(\.[^"]*\/support\/[^"]*|\.\/[^"]*)\.js"/g)];
  const isHere = text.includes('"@fast-check/vitest"') || text.includes('"fast-check"');
  return isHere || imported.some(([, file]) => isRandom(join(dirname(path), `${file}.ts`)));
}

process.on("message", async ({ changed, batches }) => {
  for (const path of changed) vitest.invalidateFile(path);
  outcome = { costs: [] };
  for (const files of batches) {
    await vitest.runTestSpecifications(files.map((file) => specifications.get(file)));
    if (outcome.failed || outcome.unloadable) break;
  }
  process.send(outcome);
});
process.on("disconnect", () => process.exit());
process.send({
  files: [...specifications].map(([file, specification]) => ({
    file,
    random: isRandom(specification.moduleId),
  })),
});
