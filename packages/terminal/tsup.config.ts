import { defineConfig } from "tsup";
import { types } from "../../tsup.shared.js";

const entry = { index: "src/index.ts", style: "src/style.ts" };

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
