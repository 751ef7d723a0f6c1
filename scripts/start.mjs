import { join } from "node:path";
import { chromium } from "./lib/chromium.mjs";
import { run } from "./lib/command.mjs";
import { root } from "./lib/workspace.mjs";

/**
 * `npm start -- <arguments>`: builds the command line and shows its demo, on a page in the person's
 * browser. `--auto` plays it in a browser without a screen, which is installed if need be.
 */
export async function main(args) {
  const built = await run("turbo", ["run", "build", "--filter=readback..."]);
  if (built !== 0) return built;
  const needsBrowser = args.includes("--auto") && !args.includes("--terminal");
  const env = needsBrowser ? { CHROME_PATH: await chromium() } : {};
  return run(process.execPath, [join(root, "packages/cli/dist/cli.cjs"), "demo", ...args], { env });
}
