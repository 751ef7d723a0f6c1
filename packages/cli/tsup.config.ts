import { copyFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig } from "tsup";
import { browserScript } from "../web/browser-script.js";

const require = createRequire(import.meta.url);

const panel = new URL("src/demo/page/panel/panel.ts", import.meta.url);

export default defineConfig(async () => [
  {
    entry: ["src/main.ts"],
    format: ["esm"],
    target: "node20",
    platform: "node",
    // All but what the other build and `onSuccess` make.
    clean: ["!cli.cjs", "!hook.cjs", "!config.schema.json"],
    sourcemap: true,
    define: { READBACK_PANEL_SCRIPT: JSON.stringify(await browserScript(panel)) },
    async onSuccess() {
      // The hook is shipped here, too: a project that has `readback` needs no second package.
      copyFileSync(require.resolve("@readback/hooks/hook.cjs"), "dist/hook.cjs");
      const { configSchema } = await import("@readback/node");
      writeFileSync("dist/config.schema.json", `${JSON.stringify(configSchema, null, 2)}\n`);
    },
  },
  {
    entry: ["src/cli.ts"],
    format: "cjs",
    target: "node20",
    platform: "node",
    // The switch needs the names of the coding agents, and nothing else of them.
    external: ["./main.js", /^\.\/hosts\//],
    minify: true,
    banner: { js: "#!/usr/bin/env node" },
  },
]);
