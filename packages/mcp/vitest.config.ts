import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Real processes on a machine that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
