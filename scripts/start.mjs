import { join } from "node:path";
import { chromium } from "./lib/chromium.mjs";
import { runNode } from "./lib/command.mjs";
import { build } from "./lib/steps.mjs";
import { root } from "./lib/workspace.mjs";

/**
 * `npm start -- <arguments>`: builds the command line and shows its demo, on a page in the person's
 * browser. `--auto` plays it in a browser without a screen, which is installed if need be.
 */
export async function start(args) {
  await build("readback...");
  const cli = join(root, "packages/cli/dist/cli.cjs");
  const needsBrowser = args.includes("--auto") && !args.includes("--terminal");
  const env = needsBrowser ? { ...process.env, CHROME_PATH: await chromium() } : process.env;
  return runNode([cli, "demo", ...args], { env });
}
