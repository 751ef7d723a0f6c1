import { defineConfig } from "vitest/config";

/** For Stryker, which runs the tests in a copy of this folder alone. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(" ") ?? ["test/**/*.test.ts"],
    // Stories, graphs and recorded journals reach every line, take long, and notice little of it.
    exclude: ["**/*.deep.test.ts", "test/{simulation,golden,testing}/**", "test/graph.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ["test/support/repeatable.ts"],
    isolate: false,
  },
});
