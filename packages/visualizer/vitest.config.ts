import { defineConfig } from "vitest/config";
import { patient, properties, testFiles } from "../../vitest.shared.js";
import { pageAssets } from "./page-assets.js";

export default defineConfig(async () => ({
  define: { READBACK_VISUALIZER_PAGE: JSON.stringify(await pageAssets()) },
  test: {
    ...testFiles,
    ...properties,
    ...patient,
    expect: { poll: { timeout: 10_000 } },
  },
}));
