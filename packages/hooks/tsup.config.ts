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
    banner: { js: "#!/usr/bin/env node" },
    noExternal: [/.*/],
    esbuildOptions(options) {
      options.alias = {
        "@readback/core": source("../core/src/index.ts"),
        "@readback/node": source("../node/src/index.ts"),
      };
    },
  },
]);
