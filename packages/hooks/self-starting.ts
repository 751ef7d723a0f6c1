import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The sources of core and of the journal: bundled from these, only what is used is in a program. */
export function ownSources(): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(source("../core/package.json"), "utf8"));
  const names = Object.keys(exports).filter((name) => name !== "." && !name.endsWith(".json"));
  return Object.fromEntries([
    // The longer names first.
    ...names.map((name) => [`@readback/core${name.slice(1)}`, source(`../core/src/${name}.ts`)]),
    ["@readback/core", source("../core/src/index.ts")],
    ["@readback/node", source("../node/src/index.ts")],
  ]);
}

/** Puts a bundled program into `start.cjs`, which runs it and keeps its compilation under `name`. */
export function selfStarting(name: string, bundle: string): string {
  const notices = bundle.match(/^\/\*!.*?\*\/$/gms) ?? [];
  const program = notices.reduce((text, notice) => text.replace(notice, ""), bundle);
  const text = `(function(exports,require,module,__filename,__dirname){${program}\n})`;
  // It stands in a comment, and is read byte by byte.
  if (/\*\/|[^\0-\x7f]/.test(text)) throw new Error(`${name} must be ASCII, without */`);
  const key = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const start = readFileSync(source("src/start.cjs"), "utf8")
    .replace("%NAME%", name)
    .replace("%KEY%", key);
  return ["#!/usr/bin/env node", ...notices, start, `function program() {/*${text}*/}\n`].join(
    "\n",
  );
}
