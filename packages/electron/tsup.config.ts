import { defineConfig, type Options } from "tsup";

const shared: Options = {
  target: "es2022",
  dts: true,
  sourcemap: true,
  external: ["electron"],
};

export default defineConfig([
  // One after the other, so that none deletes what another has made.
  {
    ...shared,
    entry: ["src/main.ts"],
    format: ["esm", "cjs"],
    platform: "node",
    clean: ["main.*"],
  },
  {
    ...shared,
    entry: ["src/preload.ts"],
    // A sandboxed preload script can load nothing but Electron.
    format: ["cjs"],
    platform: "browser",
    clean: ["preload.*"],
    sourcemap: false,
  },
  {
    ...shared,
    entry: ["src/renderer.ts"],
    format: ["esm", "cjs"],
    platform: "browser",
    clean: ["renderer.*"],
    // In one piece, so that a page without a bundler can load it.
    noExternal: [/^@readback\//],
  },
]);
