import { join } from "node:path";
import { runNode } from "./lib/command.mjs";
import { build } from "./lib/steps.mjs";
import { root } from "./lib/workspace.mjs";

/** `npm start -- <arguments>`: builds the command line and shows its demo. */
export async function start(args) {
  await build("readback...");
  const cli = join(root, "packages/cli/dist/cli.cjs");
  return runNode([cli, "demo", ...args], { env: process.env });
}
