import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "./lib/command.mjs";
import { root } from "./lib/workspace.mjs";

const example = join(root, "examples/restate-cluster");

/** `npm run restate`: builds what is needed, and runs the example with three nodes on this machine; `-- --auto` plays the person, too. */
export async function main(args) {
  const built = await run("turbo", [
    "run",
    "build",
    "--filter=readback...",
    "--filter=@readback/restate",
  ]);
  if (built !== 0) return built;
  linkDependencies();
  return run(process.execPath, [join(example, "start.mjs"), ...args], { cwd: example });
}

/** An example is outside of the workspace: here it uses what the workspace has. */
function linkDependencies() {
  const links = {
    "@modelcontextprotocol/client": "packages/mcp/node_modules/@modelcontextprotocol/client",
    "@restatedev/restate-server": "packages/restate/node_modules/@restatedev/restate-server",
    readback: "packages/cli",
    ...Object.fromEntries(
      readdirSync(join(root, "packages")).map((name) => [`@readback/${name}`, `packages/${name}`]),
    ),
  };
  for (const [name, target] of Object.entries(links)) {
    const link = join(example, "node_modules", name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, target), link);
  }
}
