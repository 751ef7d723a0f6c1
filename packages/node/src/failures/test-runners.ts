import { counted, linesLike, namesIn, type OutputFormat, part } from "./output-format.js";

/** The test runners whose output is read. */
export const TEST_RUNNERS: readonly OutputFormat[] = [
  {
    name: "vitest",
    pattern: /^ *Test Files +.*\(\d+\)$/m,
    read(output) {
      const sums = linesLike(output, /^ *(Test Files|Tests|Errors) +\d/);
      return {
        summary: sums.map((line) => line.trim().replace(/ +/g, " ")).join("; "),
        details: part(
          output,
          /^[ ⎯]*(Failed (Tests|Suites)|Unhandled Errors?|FAIL ) ?/m,
          /^ *Test Files +/m,
        ),
        failures: namesIn(output, /^ *FAIL +(.+)$/gm),
      };
    },
  },
  {
    name: "jest",
    pattern: /^Tests: +.*\d+ total$/m,
    read(output) {
      const [sum = ""] = linesLike(output, /^Tests: +/);
      return {
        summary: sum.replace(/^Tests: +/, ""),
        details: part(output, /^ *(● |FAIL )/m, /^Test Suites: /m),
        failures: namesIn(output, /^ *● (?!Console)(.+)$/gm),
      };
    },
  },
  {
    name: "mocha",
    pattern: /^ +\d+ failing$/m,
    read(output) {
      const sums = linesLike(output, /^ +\d+ (passing|failing|pending)\b/);
      const details = part(output, /^ +\d+ failing$/m);
      return {
        summary: sums.map((line) => line.trim().replace(/ \(.*\)$/, "")).join(", "),
        details,
        failures: namesIn(details, /^ +\d+\) (.+(?:\n +.+:$)?)/gm).map((name) =>
          name.replace(/\s+/g, " ").replace(/:$/, ""),
        ),
      };
    },
  },
  {
    name: "node:test",
    pattern: /^(ℹ|#) tests \d+$/m,
    read(output) {
      const sums = linesLike(output, /^(ℹ|#) (pass|fail|cancelled) \d+$/);
      const spec = part(output, /^✖ failing tests:$/m);
      return {
        summary: sums.map((line) => line.slice(2)).join(", "),
        details: spec || part(output, /^ *not ok \d+/m, /^# tests \d+$/m),
        failures: spec
          ? namesIn(spec, /^✖ (?!failing tests:)(.+?)(?: \([\d.]+ms\))?$/gm)
          : namesIn(output, /^ *not ok \d+ - (.+)$/gm),
      };
    },
  },
  {
    name: "pytest",
    pattern: /^(=+ )?\d+ (failed|passed|errors?)\b.* in [\d.]+s/m,
    read(output) {
      const sum = linesLike(output, /^(=+ )?\d+ (failed|errors?)\b.* in [\d.]+s/).at(-1) ?? "";
      return {
        summary: sum.replace(/^=+ | in [\d.]+s.*$/g, ""),
        details: part(output, /^=+ (FAILURES|ERRORS) =+$/m, /^(=+ )?\d+ .* in [\d.]+s/m),
        failures: namesIn(output, /^(?:FAILED|ERROR) (\S+)/gm),
      };
    },
  },
  {
    name: "go test",
    pattern: /^(--- FAIL: |FAIL\s+\S+|ok {2}\t\S+)/m,
    read(output) {
      const failures = namesIn(output, /^ *--- FAIL: (\S+)/gm);
      const broken = namesIn(output, /^FAIL\s+(\S+) \[build failed\]$/gm);
      return {
        summary: [
          ...(failures.length > 0 ? [`${counted(failures.length, "test")} failed`] : []),
          ...(broken.length > 0 ? [`${counted(broken.length, "package")} did not build`] : []),
        ].join(", "),
        details: part(output, /^( *--- FAIL: |# \S+|panic: )/m),
        failures: [...failures, ...broken],
      };
    },
  },
  {
    name: "cargo test",
    pattern: /^test result: (FAILED|ok)\. /m,
    read(output) {
      const sum = linesLike(output, /^test result: FAILED\. /)[0] ?? "";
      return {
        summary: sum.replace(/^test result: FAILED\. |; finished in .*$/g, ""),
        details: part(output, /^failures:$/m, /^test result: /m),
        failures: namesIn(output, /^test (.+) \.\.\. FAILED$/gm),
      };
    },
  },
];
