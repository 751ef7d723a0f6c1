import { defineConfig } from "vitest/config";
import { patient, testFiles } from "../../vitest.shared.js";
import { pageAssets } from "./page-assets.js";

export default defineConfig(async () => ({
  define: { READBACK_VISUALIZER_PAGE: JSON.stringify(await pageAssets()) },
  test: {
    ...testFiles,
    ...patient,
    expect: { poll: { timeout: 10_000 } },
  },
}));
