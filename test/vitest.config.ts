import { defineConfig } from "vitest/config";
import { testFiles } from "../vitest.shared.js";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: [...testFiles.exclude, "**/fixtures/**"],
    // Each package is installed from the npm registry.
    testTimeout: 180_000,
    // More of the real hosts beside each other would wait for the processor, and their limits are in seconds.
    maxConcurrency: 3,
    hookTimeout: 180_000,
  },
});
