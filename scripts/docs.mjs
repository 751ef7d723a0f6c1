import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "./lib/command.mjs";
import { root } from "./lib/workspace.mjs";

/** `npm run docs`: writes the diagrams, and the generated parts of the pages. */
export async function main() {
  const built = await run("turbo", ["run", "build"]);
  if (built !== 0) return built;
  const { generate } = await import("./docs/generate.mjs");
  for (const [file, contents] of await generate()) {
    const path = join(root, file);
    if (existsSync(path) && readFileSync(path, "utf8") === contents) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
    console.log(`▸ Wrote ${file}`);
  }
  return 0;
}
