import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { capture } from "./command.mjs";
import { explainNetwork, Failure } from "./failure.mjs";
import { npmCommand, readJson, root } from "./workspace.mjs";

const modules = join(root, "node_modules");

/** Makes a fresh clone ready: pnpm installs what is missing or out of date, pnpm itself included. */
export async function setUp() {
  // What a stray `npm install` left would hide the folders that pnpm links.
  if (existsSync(join(modules, ".package-lock.json"))) rmSync(modules, { recursive: true });
  const wanted = readJson(join(root, "package.json")).packageManager;
  const own = join(modules, "pnpm/package.json");
  const isThere = existsSync(own) && `pnpm@${readJson(own).version}` === wanted;
  if (!isThere) console.log(`▸ Installing dependencies with ${wanted} …`);
  const [command, args] = isThere
    ? ["pnpm", ["install", "--prefer-offline"]]
    : npmCommand(["exec", "--yes", "--", wanted, "install", "--prefer-offline"]);
  const { code, output } = await capture(command, args);
  if (code === 0) return;
  throw new Failure(explainNetwork(output) ?? `${output.trim()}\n\nThe command above failed.`);
}
