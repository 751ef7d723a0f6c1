import { defineConfig } from "vitest/config";
import { pageScript } from "./browser-script.js";

export default defineConfig(async () => ({
  define: { READBACK_PAGE_SCRIPT: JSON.stringify(await pageScript()) },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/chromium.ts"],
    // A real browser on a machine that may be busy; one at a time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
}));
