import { defineConfig } from "vitest/config";
import { patient, testFiles } from "../../vitest.shared.js";

export default defineConfig({
  test: {
    ...testFiles,
    ...patient,
    expect: { poll: { timeout: 50_000 } },
  },
});
