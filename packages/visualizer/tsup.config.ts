import { defineConfig, type Options } from "tsup";
import { layoutsOfOurs } from "./layouts-of-ours.js";
import { pageAssets } from "./page-assets.js";

const shared: Options = {
  target: "es2022",
  format: ["esm", "cjs"],
  dts: true,
  sourcemap: true,
  tsconfig: "tsconfig.test.json",
};

export default defineConfig(async () => [
  {
    ...shared,
    entry: { index: "src/index.ts" },
    platform: "neutral",
  },
  {
    ...shared,
    entry: { chart: "src/chart/index.ts" },
    platform: "neutral",
  },
  {
    ...shared,
    entry: { layout: "src/chart/node.ts" },
    platform: "node",
    shims: true,
    define: { READBACK_LAYOUTS: JSON.stringify(await layoutsOfOurs()) },
  },
  {
    ...shared,
    entry: { server: "src/server.ts" },
    platform: "node",
    shims: true,
    define: {
      READBACK_LAYOUTS: JSON.stringify(await layoutsOfOurs()),
      READBACK_VISUALIZER_PAGE: JSON.stringify(await pageAssets()),
    },
  },
]);
