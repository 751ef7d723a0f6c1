import { defineConfig } from "tsup";

export default defineConfig({
  // "plain-file" loads nothing else: commands that only read a file start sooner.
  entry: ["src/index.ts", "src/plain-file.ts", "src/follow.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "node",
  dts: true,
  sourcemap: true,
});
