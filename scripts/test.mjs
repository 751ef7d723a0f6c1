import { chromium } from "./lib/chromium.mjs";
import { run } from "./lib/command.mjs";

/**
 * `npm test`: builds, checks types, style and unused code, and runs the tests. Arguments go to vitest
 * and leave the checks out: `npm test -- packages/core`.
 */
export async function main(args) {
  const checks = ["typecheck", "check:tests", "check:style", "check:unused"];
  const tasks = args.length === 0 ? ["build", ...checks] : ["build"];
  const [checked] = await Promise.all([
    run("turbo", ["run", ...tasks, "--continue", "--concurrency=3"]),
    chromium(),
  ]);
  // Properties are tried more often by `npm run test:deep`.
  const env = { FC_RUNS: process.env.FC_RUNS ?? "100" };
  const tested = await run("vitest", ["run", ...args], { env });
  if (checked !== 0) {
    console.error("\nThe build or a check failed. Once more, what failed:");
    await run("turbo", ["run", ...tasks, "--continue", "--output-logs=errors-only"]);
  }
  return checked || tested;
}
