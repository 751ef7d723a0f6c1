import { workflow } from "@workflow/vitest";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [workflow()],
  test: { include: ["check.js"], testTimeout: 60_000 },
});
