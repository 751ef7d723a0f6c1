import { defineConfig } from "vitest/config";

/** For Stryker, which runs the tests in a copy of this folder alone. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/*.deep.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
  },
});
