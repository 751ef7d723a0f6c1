import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { chromium } from "./lib/chromium.mjs";
import { stoppedWith } from "./lib/command.mjs";
import { Failure } from "./lib/failure.mjs";
import {
  build,
  checkStyle,
  checkUnused,
  openly,
  testPackages,
  testPackaging,
  typecheck,
} from "./lib/steps.mjs";
import { members, readJson, root } from "./lib/workspace.mjs";

const resultsFile = ".test/results.json";
const vitestArgs = ["--reporter=default", "--reporter=json", `--outputFile.json=${resultsFile}`];

/** The parts of `npm test`, in order. `npm test -- --only unit` runs one of them. */
const parts = {
  types: typecheck,
  style: checkStyle,
  unused: checkUnused,
  unit: () => withBrowser(() => counted("Unit and property tests", testPackages, testedFolders())),
  packaging: () =>
    withBrowser(() => counted("Packaging tests", testPackaging, [join(root, "test")])),
};

/** The parts that run tests; the others only pass or fail. */
const testing = ["unit", "packaging"];

const totals = { passed: 0, failed: 0, skipped: 0 };

export async function test(args) {
  const names = chosenParts(args);
  const failures = [];
  await build();
  for (const name of names) {
    try {
      await parts[name]();
    } catch (error) {
      if (!(error instanceof Failure) || stoppedWith()) throw error;
      console.error(`${error.message}\n`);
      failures.push(name);
    }
  }
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
  if (names.some((name) => testing.includes(name))) console.log(`\n${summary()}`);
  return failures.length === 0 ? 0 : 1;
}

function chosenParts(args) {
  const all = Object.keys(parts);
  if (args.length === 0) return all;
  const [flag, name, ...rest] = args;
  if (flag === "--only" && Object.hasOwn(parts, name) && rest.length === 0) return [name];
  throw new Failure(`Usage: npm test [-- --only <${all.join(" | ")}>]`);
}

/** Makes sure, once for all packages, that there is a browser. */
async function withBrowser(run) {
  await chromium();
  return run();
}

const testedFolders = () =>
  members()
    .filter(({ manifest }) => manifest.scripts?.test)
    .map(({ folder }) => folder);

/** Runs one test runner and adds what its result files say to the totals. */
async function counted(label, runTests, folders) {
  const files = folders.map((folder) => join(folder, resultsFile));
  for (const file of files) rmSync(file, { force: true });
  const code = await openly(label, () => runTests(vitestArgs));
  if (stoppedWith()) throw new Failure("Stopped.", stoppedWith());

  const problems = files.flatMap(addResults);
  if (code !== 0) problems.push(`${label} did not pass.`);
  if (problems.length > 0) throw new Failure(problems.join("\n"));
}

/** Adds a result file to the totals; returns what its numbers do not show. */
function addResults(file) {
  if (!existsSync(file)) return [`No test results were written to ${relative(root, file)}.`];
  const results = readJson(file);
  totals.passed += results.numPassedTests;
  totals.failed += results.numFailedTests;
  totals.skipped += results.numPendingTests + results.numTodoTests;
  return results.testResults
    .filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
    .map(({ name }) => `No test could be run in ${relative(root, name)}.`);
}

function summary() {
  const { passed, failed, skipped } = totals;
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
