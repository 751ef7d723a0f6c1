import { defineConfig } from "vitest/config";
import { patient, testFiles } from "../../vitest.shared.js";
import { pageScript } from "./browser-script.js";

export default defineConfig(async () => ({
  define: { READBACK_PAGE_SCRIPT: JSON.stringify(await pageScript()) },
  test: {
    ...testFiles,
    globalSetup: ["test/support/chromium.ts"],
    ...patient,
  },
}));
