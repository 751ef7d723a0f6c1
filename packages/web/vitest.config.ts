import { defineConfig } from "vitest/config";
import { patient, testFiles } from "../../vitest.shared.js";
import { pageScript, viewScript } from "./browser-script.js";

export default defineConfig(async () => ({
  define: {
    READBACK_PAGE_SCRIPT: JSON.stringify(await pageScript()),
    READBACK_VIEW_SCRIPT: JSON.stringify(await viewScript()),
  },
  test: {
    ...testFiles,
    globalSetup: ["test/support/chromium.ts"],
    ...patient,
  },
}));
