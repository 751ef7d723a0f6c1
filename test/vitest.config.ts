import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/fixtures/**"],
    // Each package is installed from the npm registry.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
