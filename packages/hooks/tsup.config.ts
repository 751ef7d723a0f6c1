import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";
import { ownSources, selfStarting } from "./self-starting.js";

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
      options.alias = { ...ownSources(), xstate: source("src/xstate.ts") };
    },
    async onSuccess() {
      const path = source("dist/hook.cjs");
      writeFileSync(path, selfStarting("hook", readFileSync(path, "utf8")));
      chmodSync(path, 0o755);
    },
  },
]);
