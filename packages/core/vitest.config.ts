import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // These tests share nothing but modules, and loading those anew takes longer than most tests.
    isolate: false,
    maxWorkers: 2,
  },
});
