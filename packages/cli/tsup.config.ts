import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";
import { toJSONSchema } from "zod";
import { ownSources, selfStarting } from "../hooks/self-starting.js";
import { browserScript } from "../web/browser-script.js";

const require = createRequire(import.meta.url);

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const panel = new URL("src/demo/page/panel/panel.ts", import.meta.url);

export default defineConfig(async () => [
  {
    entry: ["src/main.ts"],
    format: ["esm"],
    target: "node20",
    platform: "node",
    sourcemap: true,
    define: { READBACK_PANEL_SCRIPT: JSON.stringify(await browserScript(panel)) },
    async onSuccess() {
      // The hook is shipped here, too: a project that has `readback` needs no second package.
      copyFileSync(require.resolve("@readback/hooks/hook.cjs"), "dist/hook.cjs");
      // What `readback init` copies: what is in the repository, and nothing that was installed or made there.
      cpSync(source("../../examples"), "dist/examples", {
        recursive: true,
        filter: (path) => !/(^|[\\/])(node_modules|package-lock\.json|\.readback)$/.test(path),
      });
      // npm leaves out every file of this name: `readback init` gives it back.
      for (const name of readdirSync("dist/examples")) {
        const path = `dist/examples/${name}/.gitignore`;
        if (existsSync(path)) renameSync(path, `dist/examples/${name}/gitignore`);
      }
      const { configSchema } = await import("@readback/node");
      writeFileSync("dist/config.schema.json", `${JSON.stringify(configSchema, null, 2)}\n`);
      const { planSchema } = await import("@readback/core/formats");
      const schema = toJSONSchema(planSchema, { io: "input" });
      writeFileSync("dist/plan.schema.json", `${JSON.stringify(schema, null, 2)}\n`);
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
  {
    // What of zod the next program needs when the first answer is checked.
    entry: { "answer-zod": "src/answer/zod-parts.ts" },
    format: "cjs",
    target: "node20",
    platform: "node",
    minify: true,
    noExternal: [/.*/],
  },
  {
    // A person waits for its first frame: one file, with only what `readback answer` uses.
    entry: { answer: "src/answer/run-answer.ts" },
    format: "cjs",
    target: "node20",
    platform: "node",
    minify: true,
    noExternal: [/.*/],
    // The aliases below name modules as they are imported.
    removeNodeProtocol: false,
    esbuildOptions(options) {
      // A name that the stand-in for zod lacks would only be missed when somebody answers.
      options.logOverride = { "import-is-undefined": "error" };
      options.alias = {
        ...ownSources(),
        "@readback/mcp/node": source("../mcp/src/node/terminals.ts"),
        "@readback/terminal": source("../terminal/src/bridge.ts"),
        "node:child_process": source("src/answer/child-process.ts"),
        xstate: source("../hooks/src/xstate.ts"),
        zod: source("src/answer/zod.ts"),
      };
    },
    async onSuccess() {
      const path = source("dist/answer.cjs");
      writeFileSync(path, selfStarting("answer", readFileSync(path, "utf8")));
    },
  },
]);
