import { defineConfig, type Options } from "tsup";
import { types } from "../../tsup.shared.js";
import { pageScript, viewScript } from "./browser-script.js";

const shared: Options = { target: "es2022", format: ["esm", "cjs"], sourcemap: true };

export default defineConfig(async () => [
  {
    ...shared,
    entry: ["src/index.ts"],
    platform: "browser",
    // In one piece, so that a page without a bundler can load it.
    noExternal: ["@readback/core"],
  },
  {
    ...shared,
    entry: ["src/tab.ts"],
    platform: "browser",
  },
  {
    ...shared,
    entry: ["src/view.ts"],
    platform: "neutral",
    define: { READBACK_VIEW_SCRIPT: JSON.stringify(await viewScript()) },
  },
  {
    ...shared,
    entry: ["src/server.ts", "src/page-server.ts"],
    platform: "node",
    define: { READBACK_PAGE_SCRIPT: JSON.stringify(await pageScript()) },
  },
  types({
    index: "src/index.ts",
    tab: "src/tab.ts",
    view: "src/view.ts",
    server: "src/server.ts",
    "page-server": "src/page-server.ts",
  }),
]);
