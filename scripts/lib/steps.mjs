import { performance } from "node:perf_hooks";
import { captureNode, runNode } from "./command.mjs";
import { Failure } from "./failure.mjs";
import { bin } from "./workspace.mjs";

const onlyErrors = ["--output-logs=errors-only", "--log-prefix=none"];

export const say = (text) => console.log(`▸ ${text}`);

/** Runs work that prints nothing and says on one line what it was and how long it took. */
export async function quietly(label, work) {
  const startedAt = performance.now();
  process.stdout.write(`▸ ${label} … `);
  try {
    const result = await work();
    console.log(seconds(startedAt));
    return result;
  } catch (error) {
    console.log(`failed after ${seconds(startedAt)}`);
    throw error;
  }
}

/** Runs work that prints for itself, between a line that names it and one with its time. */
export async function openly(label, work) {
  const startedAt = performance.now();
  say(`${label} …`);
  const code = await work();
  say(`${label}: ${code === 0 ? "" : "failed after "}${seconds(startedAt)}`);
  return code;
}

/** Builds every package, or those that a turbo filter selects. Unchanged ones come from the cache. */
export const build = (...filters) =>
  quietly("Building packages", () =>
    orFail(turbo("build", ...onlyErrors, ...filters.map((f) => `--filter=${f}`))),
  );

export const typecheck = () =>
  quietly("Checking types", async () => {
    await orFail(turbo("typecheck", "--only", "--continue", ...onlyErrors));
    await orFail([bin("typescript", "tsc"), "-p", "test/tsconfig.json"]);
  });

export async function lint() {
  await checkStyle();
  await checkUnused();
}

export const checkStyle = () =>
  quietly("Checking style and format", () =>
    orFail([bin("@biomejs/biome", "biome"), "check", "--error-on-warnings"]),
  );

export const checkUnused = () =>
  quietly("Looking for unused code", () => orFail([bin("knip"), "--treat-config-hints-as-errors"]));

/** Runs the `test` script of every package, two at a time: many tests wait, for a browser or a deadline. */
export const testPackages = (vitestArgs) =>
  runNode([
    ...turbo("test", "--only", "--continue", "--concurrency=2", "--log-prefix=task"),
    "--",
    ...vitestArgs,
  ]);

export const testPackaging = (vitestArgs) =>
  runNode([bin("vitest"), "run", "--root=test", ...vitestArgs]);

function turbo(task, ...args) {
  return [bin("turbo"), "run", task, ...args];
}

async function orFail(nodeArgs) {
  const { code, output } = await captureNode(nodeArgs);
  if (code !== 0) throw new Failure(output.trim());
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
