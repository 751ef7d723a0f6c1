import { defineConfig, type Options } from "tsup";
import { layoutsOfOurs } from "./layouts-of-ours.js";

const shared: Options = {
  target: "es2022",
  format: ["esm", "cjs"],
  dts: true,
  sourcemap: true,
  tsconfig: "tsconfig.test.json",
};

export default defineConfig(async () => [
  // Each cleans only what it makes itself.
  {
    ...shared,
    entry: { index: "src/index.ts" },
    platform: "neutral",
    clean: ["index.*"],
  },
  {
    ...shared,
    entry: { chart: "src/chart/index.ts" },
    platform: "neutral",
    clean: ["chart.*"],
  },
  {
    ...shared,
    entry: { layout: "src/chart/node.ts" },
    platform: "node",
    clean: ["layout.*"],
    shims: true,
    define: { READBACK_LAYOUTS: JSON.stringify(await layoutsOfOurs()) },
  },
]);
