import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./lib/command.mjs";
import { Failure } from "./lib/failure.mjs";
import { root } from "./lib/workspace.mjs";

/**
 * `npm run mutate -- <folder or file of packages/core/src>`: Stryker breaks the code in many small ways,
 * one at a time and in a copy, and lists what no test notices. Without a folder: all of core.
 */
export async function main([folder = ".", ...args]) {
  const cwd = join(root, "packages/core");
  if (!existsSync(join(cwd, "src", folder)))
    throw new Failure(`There is no src/${folder} in core.`);
  // The same inputs for every mutant, and few: a mutant is noticed by most of them, or by none.
  const env = { FC_RUNS: process.env.FC_RUNS ?? "20", FC_SEED: process.env.FC_SEED ?? "20260126" };
  const mutate = join("src", folder, folder.endsWith(".ts") ? "" : "**/*.ts");
  const stryker = join(cwd, "node_modules/.bin/stryker");
  return run(stryker, ["run", "--mutate", mutate, ...args], { cwd, env });
}
