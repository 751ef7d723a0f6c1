import { defineConfig } from "tsup";

export default defineConfig({
  // The second loads nothing else: commands that only read a file start sooner.
  entry: ["src/index.ts", "src/plain-file.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "node",
  dts: true,
  clean: true,
  sourcemap: true,
});
