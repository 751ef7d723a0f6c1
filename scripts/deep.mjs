import { performance } from "node:perf_hooks";
import { chromium } from "./lib/chromium.mjs";
import { run } from "./lib/command.mjs";
import { Failure } from "./lib/failure.mjs";
import { suites } from "./suites.mjs";

/**
 * `npm run test:deep`: what takes too long for `npm test`; `npm run test:deep -- processes` runs the
 * suites that are named.
 */
export async function main(args) {
  const chosen = choose(args);
  const built = await run("turbo", ["run", "build"]);
  if (built !== 0) return built;
  await chromium();
  return runSuites(chosen);
}

/**
 * A suite that fails is run once more by itself. If that passes, the suite is flaky: the run goes on,
 * says so, and lists it at the end. Returns the exit code.
 */
export async function runSuites(chosen) {
  const flaky = [];
  const failed = [];
  for (const [index, suite] of chosen.entries()) {
    const place = `${index + 1} of ${chosen.length}`;
    if (await passes(suite, `suite ${place}: ${suite.name}`)) continue;
    if (await passes(suite, `suite ${place}: ${suite.name}, once more`)) {
      flaky.push(suite.name);
      console.log(`FLAKY ${suite.name}`);
    } else {
      failed.push(suite.name);
    }
  }

  for (const name of flaky) console.log(`FLAKY ${name}: failed, then passed`);
  for (const name of failed) console.log(`FAILED ${name}: failed twice`);
  console.log(`suites: ${chosen.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

function choose(names) {
  const known = suites.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`There is no suite "${unknown[0]}". Suites: ${known.join(", ")}.`);
  }
  return names.length === 0 ? suites : suites.filter(({ name }) => names.includes(name));
}

const startedAt = performance.now();
const elapsed = (since) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

async function passes({ command: [command, ...args], env, minutes }, title) {
  const began = performance.now();
  console.log(`\n▸ ${title} (at most ${minutes} min; ${elapsed(startedAt)} so far)`);
  const limitMs = minutes * 60_000;
  const code = await run(command, args, { env, limitMs });
  const isOver = performance.now() - began >= limitMs;
  const how = code === 0 ? "passed" : isOver ? "took too long, ended" : "failed";
  console.log(`▸ ${title}: ${how} after ${elapsed(began)}`);
  return code === 0;
}
