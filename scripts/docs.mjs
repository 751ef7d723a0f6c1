import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generate } from "./docs/generate.mjs";
import { root } from "./lib/workspace.mjs";

// `npm run docs`: writes the diagrams, and the generated parts of the pages.

for (const [file, contents] of await generate()) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, "utf8") === contents) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
  console.log(`▸ Wrote ${file}`);
}
