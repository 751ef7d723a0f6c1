import { join } from "node:path";
import { run } from "./lib/command.mjs";
import { root } from "./lib/workspace.mjs";

/** `npm run bench -- <arguments>`: builds, then runs the benchmarks. */
export async function main(args) {
  const built = await run("turbo", ["run", "build"]);
  if (built !== 0) return built;
  return run("pnpm", ["--silent", "run", "bench", ...args], { cwd: join(root, "bench") });
}
