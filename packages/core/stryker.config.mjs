/** `npm run mutate -- <folder>`: what can be broken in `src/<folder>` without a test that notices. */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.stryker.config.ts" },
  mutate: ["src/**/*.ts"],
  // A mutant of what runs once, when a module is loaded, would need all tests each time.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  thresholds: { high: 95, low: 90, break: 85 },
  reporters: ["clear-text", "progress-append-only", "html"],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: ".test/mutations.html" },
};
