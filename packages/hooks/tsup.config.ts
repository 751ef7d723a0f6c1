import { createHash } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The source of each entry of core, the longer names first. */
function entriesOfCore(): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(source("../core/package.json"), "utf8"));
  const names = Object.keys(exports).filter((name) => name !== "." && !name.endsWith(".json"));
  return Object.fromEntries([
    ...names.map((name) => [`@readback/core${name.slice(1)}`, source(`../core/src/${name}.ts`)]),
    ["@readback/core", source("../core/src/index.ts")],
  ]);
}

export default defineConfig([
  { entry: ["src/index.ts"], format: ["esm", "cjs"], target: "node20", dts: true, sourcemap: true },
  {
    // One file that needs nothing, bundled from the sources of its neighbours so that only what a
    // hook uses is in it: it starts with every tool call, and each kilobyte costs time.
    entry: { hook: "src/bin.ts" },
    format: "cjs",
    target: "node20",
    platform: "node",
    minify: true,
    noExternal: [/.*/],
    esbuildOptions(options) {
      // What is loaded late stays in the file.
      options.supported = { "dynamic-import": false };
      options.alias = {
        ...entriesOfCore(),
        "@readback/node": source("../node/src/index.ts"),
        xstate: source("src/xstate.ts"),
      };
    },
    async onSuccess() {
      const path = source("dist/hook.cjs");
      writeFileSync(path, selfStarting(readFileSync(path, "utf8")));
      chmodSync(path, 0o755);
    },
  },
]);

/** Puts a program into `start.cjs`, which runs it. */
function selfStarting(bundle: string): string {
  const notices = bundle.match(/^\/\*!.*?\*\/$/gms) ?? [];
  const program = notices.reduce((text, notice) => text.replace(notice, ""), bundle);
  const text = `(function(exports,require,module,__filename,__dirname){${program}\n})`;
  // It stands in a comment, and is read byte by byte.
  if (/\*\/|[^\0-\x7f]/.test(text)) throw new Error("The hook's program must be ASCII, without */");
  const key = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const start = readFileSync(source("src/start.cjs"), "utf8").replace("%KEY%", key);
  return ["#!/usr/bin/env node", ...notices, start, `/*${text}*/\n`].join("\n");
}
