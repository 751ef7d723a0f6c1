import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./lib/command.mjs";
import { Failure } from "./lib/failure.mjs";
import { setUp } from "./lib/set-up.mjs";
import { root } from "./lib/workspace.mjs";

// Sets up what is missing, then runs a script of this folder by its name, or an installed tool.

const [name = "", ...args] = process.argv.slice(2);
const script = join(root, `scripts/${name}.mjs`);

try {
  await setUp();
  if (existsSync(script)) process.exitCode = await (await import(script)).main(args);
  else process.exitCode = await run(name, args);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = error.exitCode;
}
