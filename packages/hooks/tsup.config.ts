import { createHash } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
        "@readback/core": source("../core/src/index.ts"),
        "@readback/node": source("../node/src/index.ts"),
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
function selfStarting(program: string): string {
  const text = `(function(exports,require,module,__filename,__dirname){${program}\n})`;
  const key = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const start = readFileSync(source("src/start.cjs"), "utf8")
    .replace('"%PROGRAM%"', () => JSON.stringify(text))
    .replace("%KEY%", key);
  return `#!/usr/bin/env node\n${start}`;
}
