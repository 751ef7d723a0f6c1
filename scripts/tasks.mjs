import { existsSync } from "node:fs";
import { join } from "node:path";
import { run, runNode } from "./lib/command.mjs";
import { Failure } from "./lib/failure.mjs";
import { build, lint, typecheck } from "./lib/steps.mjs";
import { bin, pnpm, root } from "./lib/workspace.mjs";
import { setUp } from "./setup.mjs";
import { start } from "./start.mjs";
import { test } from "./test.mjs";

/** What each npm script does once the workspace is set up. A task returns its exit code. */
const tasks = {
  start,
  test,
  build: () => build(),
  typecheck: () => build().then(typecheck),
  lint,
  format: (args) => runNode([bin("@biomejs/biome", "biome"), "check", "--write", ...args]),
  changeset: (args) => runNode([bin("@changesets/cli", "changeset"), ...args]),
  bench: (args) => build().then(() => benchmark(args)),
  mutate: (args) => build().then(() => script("mutate.mjs", args)),
  docs: (args) => build().then(() => script("docs.mjs", args)),
};

export async function runTask(name, args) {
  try {
    if (!Object.hasOwn(tasks, name)) {
      throw new Failure(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(", ")}.`);
    }
    await setUp();
    process.exitCode = (await tasks[name](args)) ?? 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = error.exitCode;
  }
}

function script(file, args) {
  const path = join(root, "scripts", file);
  if (!existsSync(path)) throw new Failure(`There is no scripts/${file}.`);
  return runNode([path, ...args]);
}

function benchmark(args) {
  if (!existsSync(join(root, "bench/package.json"))) throw new Failure("There is no bench/.");
  return run(process.execPath, [pnpm, "--silent", "run", "bench", ...args], {
    cwd: join(root, "bench"),
  });
}
