import { defineConfig, type Options } from "tsup";
import { types } from "../../tsup.shared.js";

const names = [
  "index",
  "converters",
  "formats",
  "host",
  "opentelemetry",
  "printable",
  "surfaces",
  "testing",
  "tools",
];
const entry = Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));
const shared: Options = { target: "es2022", platform: "neutral", sourcemap: true };

export default defineConfig([
  // ES modules stay apart, so that bundlers leave out the pillars nobody imports.
  {
    ...shared,
    format: "esm",
    entry: ["src/**/*.ts", "!src/**/*.d.ts"],
    bundle: false,
  },
  // The entries share what they have in common, so that a class is one class.
  { ...shared, format: "cjs", entry, splitting: true },
  types(entry),
]);
