import { defineConfig } from "vitest/config";
import { patient, properties, testFiles } from "../../vitest.shared.js";

export default defineConfig({
  test: {
    ...testFiles,
    ...properties,
    ...patient,
  },
});
