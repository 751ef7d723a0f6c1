import { defineConfig } from "tsup";
import { types } from "../../tsup.shared.js";

const entry = {
  index: "src/index.ts",
  // Loads nothing else: commands that only read a file start sooner.
  "plain-file": "src/plain-file.ts",
  follow: "src/follow.ts",
};

export default defineConfig([
  {
    entry,
    format: ["esm", "cjs"],
    target: "es2022",
    platform: "node",
    sourcemap: true,
  },
  types(entry),
]);
