import { defineConfig, type Options } from "tsup";
import { types } from "../../tsup.shared.js";
import { layoutsOfOurs } from "./layouts-of-ours.js";
import { pageAssets } from "./page-assets.js";

const shared: Options = {
  target: "es2022",
  format: ["esm", "cjs"],
  sourcemap: true,
  tsconfig: "tsconfig.test.json",
};

export default defineConfig(async () => {
  const layouts = JSON.stringify(await layoutsOfOurs());
  return [
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
      define: { READBACK_LAYOUTS: layouts },
    },
    {
      ...shared,
      entry: { server: "src/server.ts" },
      platform: "node",
      shims: true,
      define: {
        READBACK_LAYOUTS: layouts,
        READBACK_VISUALIZER_PAGE: JSON.stringify(await pageAssets()),
      },
    },
    types(
      {
        index: "src/index.ts",
        chart: "src/chart/index.ts",
        layout: "src/chart/node.ts",
        server: "src/server.ts",
      },
      { tsconfig: "tsconfig.test.json" },
    ),
  ];
});
