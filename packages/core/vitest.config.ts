import { defineConfig } from "vitest/config";
import { patient, properties, testFiles } from "../../vitest.shared.js";

export default defineConfig({
  test: {
    ...testFiles,
    ...properties,
    ...patient,
    // These tests share nothing but modules, and loading those anew takes longer than most tests.
    isolate: false,
  },
});
