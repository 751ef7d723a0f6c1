import { defineConfig, type Options } from "tsup";

const entry = ["src/index.ts", "src/printable.ts", "src/testing.ts"];
const shared: Options = { target: "es2022", platform: "neutral", sourcemap: true };

export default defineConfig([
  // ES modules stay apart, so that bundlers leave out the pillars nobody imports.
  {
    ...shared,
    format: "esm",
    entry: ["src/**/*.ts", "!src/**/*.d.ts"],
    bundle: false,
    clean: true,
  },
  { ...shared, format: "cjs", entry },
  { ...shared, entry, format: ["esm", "cjs"], dts: { only: true } },
]);
