import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { guardMachine, instructionMachine } from "@readback/core";
import { definitionOf } from "@readback/core/host";
import { defineConfig } from "tsup";
import { types } from "../../tsup.shared.js";
import { ownSources, selfStarting } from "./self-starting.js";

const definitions = Object.fromEntries(
  [guardMachine, instructionMachine].map((machine) => [machine.id, definitionOf(machine)]),
);

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig([
  { entry: ["src/index.ts"], format: ["esm", "cjs"], target: "node20", sourcemap: true },
  types({ index: "src/index.ts" }),
  {
    // One file that needs nothing, bundled from the sources of its neighbours so that only what a
    // hook uses is in it: it starts with every tool call, and each kilobyte costs time.
    entry: { hook: "src/bin.ts" },
    format: "cjs",
    target: "node20",
    platform: "node",
    minify: true,
    noExternal: [/.*/],
    esbuildPlugins: [
      {
        name: "definitions of the machines, hashed now and not with every tool call",
        setup({ onLoad }) {
          const contents = `export const definitionOf = ({ id }) => (${JSON.stringify(definitions)})[id];`;
          onLoad({ filter: /[/\\]journal[/\\]definition\.ts$/ }, () => ({
            contents,
            loader: "ts",
          }));
        },
      },
      {
        name: "hash of the hook",
        setup({ onResolve }) {
          onResolve({ filter: /^\.\.?\/sha256\.js$/ }, () => ({ path: source("src/sha256.ts") }));
        },
      },
    ],
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
