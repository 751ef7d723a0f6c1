import { performance } from "node:perf_hooks";
import { Failure } from "./lib/failure.mjs";
import { Laboratory } from "./mutate/laboratory.mjs";
import { mutations } from "./mutate/mutations.mjs";

// `npm run mutate`: breaks packages/core in many small ways, one at a time and in a copy, and shows
// for each the test that notices. `npm run mutate -- <text>` takes only those with the text in their
// file or description.

const startedAt = performance.now();
const laboratories = [new Laboratory(), new Laboratory()];
const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
const nameOf = ({ file, breaks }) => `${file}: ${breaks}`;

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
try {
  await mutate(process.argv.slice(2).join(" "));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = error.exitCode;
} finally {
  for (const laboratory of laboratories) await laboratory.close();
}

async function mutate(wanted) {
  const chosen = mutations.filter((mutation) => nameOf(mutation).includes(wanted));
  if (chosen.length === 0) throw new Failure(`No mutation has "${wanted}" in it.`);
  checkThatTheyApply(chosen);
  await Promise.all(laboratories.map((laboratory) => laboratory.open()));
  const tests = await timeTests();
  const limit = Math.max(60_000, 4 * tests.reduce((sum, { cost }) => sum + cost, 0));

  const results = new Map();
  const left = [...chosen];
  const work = async (laboratory) => {
    for (let mutation = left.shift(); mutation; mutation = left.shift()) {
      const result = verdict(await laboratory.run(batches(mutation, tests), limit, mutation));
      results.set(mutation, result);
      const count = `${results.size}/${chosen.length}`.padStart(7);
      console.log(`${count} ${seconds().padStart(6)} s  ${result.word}: ${nameOf(mutation)}`);
    }
  };
  await Promise.all(laboratories.map(work));
  process.exitCode = report(chosen, results);
}

function checkThatTheyApply(chosen) {
  const stale = chosen
    .map((mutation) => [mutation, laboratories[0].occurrences(mutation)])
    .filter(([, occurrences]) => occurrences !== 1)
    .map(([mutation, occurrences]) => `- ${nameOf(mutation)} (found ${occurrences} times)`);
  if (stale.length === 0) return;
  throw new Failure(
    ["Mutation no longer applies: the code has changed.", ...stale].join("\n") +
      "\nMend scripts/mutate/mutations: the text to replace has to occur exactly once.",
  );
}

/** Runs all tests once without a mutation, and returns them cheap ones first. */
async function timeTests() {
  const { files } = laboratories[0];
  const runs = await Promise.all(
    laboratories.map((laboratory, index) => {
      const share = files.filter((_, nth) => nth % laboratories.length === index);
      return laboratory.run([share.map(({ file }) => file)]);
    }),
  );
  for (const { failed, unloadable, crashed } of runs) {
    const problem = failed ?? unloadable ?? (crashed && "vitest ended");
    if (problem) throw new Failure(`The tests fail without any mutation: ${problem}`);
  }
  const costs = new Map(runs.flatMap((run) => run.costs));
  const total = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const tests = files.map(({ file, random }) => {
    const cost = costs.get(file);
    return { file, cost, price: cost > total / 10 ? 2 : Number(random) };
  });
  console.log(`${tests.length} test files pass without a mutation (${seconds()} s)\n`);
  return tests.sort((a, b) => a.cost - b.cost);
}

/** The cheap tests first, and of each price those of the mutated part. */
function batches({ file }, tests) {
  const [part] = file.split("/");
  const isNear = (test) => {
    const [, folder, name] = test.file.split("/");
    const isAboutAll = name === undefined;
    return isAboutAll || folder === part || part.split("-").includes(name.split("-")[0]);
  };
  const ranked = Array.from({ length: 6 }, () => []);
  for (const test of tests) ranked[2 * test.price + (isNear(test) ? 0 : 1)].push(test.file);
  return ranked.filter((files) => files.length > 0);
}

function verdict({ failed, unloadable, hung, crashed }) {
  if (failed) return { word: "killed", by: failed.replace(/ \(with seed=.*?\)/, "") };
  if (hung) return { word: "killed", by: "(the tests come to no end)" };
  if (unloadable || crashed) return { word: "BROKEN", by: unloadable ?? "vitest ended" };
  return { word: "SURVIVED", by: "**nothing**" };
}

function report(chosen, results) {
  const cell = (text) => text.replace(/\s+/g, " ").replace(/\|/g, "\\|").replace(/</g, "&lt;");
  console.log("\n| mutation | killed by |\n| --- | --- |");
  for (const mutation of chosen) {
    const { word, by } = results.get(mutation);
    const what = word === "BROKEN" ? `**the code does not load** (${by})` : by;
    console.log(`| ${cell(nameOf(mutation))} | ${cell(what)} |`);
  }
  const count = (word) => [...results.values()].filter((result) => result.word === word).length;
  const [killed, survived, broken] = ["killed", "SURVIVED", "BROKEN"].map(count);
  console.log(
    `\n${killed} of ${chosen.length} killed, ${survived} survived, ${broken} broken, ${seconds()} s`,
  );
  return killed === chosen.length ? 0 : 1;
}
