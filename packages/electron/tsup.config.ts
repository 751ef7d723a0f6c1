import { defineConfig, type Options } from "tsup";
import { types } from "../../tsup.shared.js";

const shared: Options = {
  target: "es2022",
  sourcemap: true,
  external: ["electron"],
};

export default defineConfig([
  {
    ...shared,
    entry: ["src/main.ts"],
    format: ["esm", "cjs"],
    platform: "node",
  },
  {
    ...shared,
    entry: ["src/preload.ts"],
    // A sandboxed preload script can load nothing but Electron.
    format: ["cjs"],
    platform: "browser",
    sourcemap: false,
  },
  {
    ...shared,
    entry: ["src/renderer.ts"],
    format: ["esm", "cjs"],
    platform: "browser",
    // In one piece, so that a page without a bundler can load it.
    noExternal: [/^@readback\//],
  },
  types({ main: "src/main.ts", preload: "src/preload.ts", renderer: "src/renderer.ts" }),
]);
