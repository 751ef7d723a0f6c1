import { defineConfig } from "tsup";

export default defineConfig({
  // "client" loads no part of the server side.
  entry: ["src/index.ts", "src/client.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "node",
  dts: true,
  sourcemap: true,
});
