import { defineConfig, type Options } from "tsup";
import { pageScript } from "./browser-script.js";

const shared: Options = { target: "es2022", format: ["esm", "cjs"], dts: true, sourcemap: true };

export default defineConfig(async () => [
  // One after the other, so that neither deletes what the other has made.
  {
    ...shared,
    entry: ["src/index.ts"],
    platform: "browser",
    clean: ["index.*"],
    // In one piece, so that a page without a bundler can load it.
    noExternal: ["@readback/core"],
  },
  {
    ...shared,
    entry: ["src/server.ts"],
    platform: "node",
    clean: ["server.*"],
    define: { READBACK_PAGE_SCRIPT: JSON.stringify(await pageScript()) },
  },
]);
