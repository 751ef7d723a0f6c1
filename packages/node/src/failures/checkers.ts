import { counted, linesLike, namesIn, type OutputFormat, part } from "./output-format.js";

const TSC = /^(?:\S.*\(\d+,\d+\): |\S+:\d+:\d+ - )?error TS\d+: .+$/;

/** The compilers and linters whose output is read. */
export const CHECKERS: readonly OutputFormat[] = [
  {
    name: "rustc",
    pattern: /^error(\[E\d+\])?: .*\n +--> /m,
    read(output) {
      const failures = namesIn(output, /^(error(?:\[E\d+\])?: .+)$/gm);
      return {
        summary: `${counted(output.match(/^error(\[E\d+\])?: .*\n +--> /gm)?.length ?? 0, "compile error")}`,
        details: part(output, /^error(\[E\d+\])?: /m),
        failures,
      };
    },
  },
  {
    name: "tsc",
    pattern: /\berror TS\d+: /,
    read(output) {
      const lines = linesLike(output, TSC);
      return {
        summary: counted(lines.length, "type error"),
        details: lines.join("\n"),
        // Where exactly an error stands moves with every edit.
        failures: lines.map((line) => line.replace(/\(\d+,\d+\)|:\d+:\d+/, "")),
      };
    },
  },
  {
    name: "eslint",
    pattern: /^✖ \d+ problems? \(\d+ errors?, /m,
    read(output) {
      const [sum = ""] = linesLike(output, /^✖ \d+ problems? \(/);
      const errors = linesLike(output, /^ +\d+:\d+ +error +/);
      return {
        summary: sum.slice(2),
        details: linesLike(output, /^(\S*[/\\.]\S*$| +\d+:\d+ +(error|warning) +)/).join("\n"),
        failures: errors.map((line) =>
          line
            .trim()
            .replace(/^\d+:\d+ +error +/, "")
            .replace(/ {2,}/g, " "),
        ),
      };
    },
  },
  {
    name: "biome",
    pattern: /^Found \d+ errors?\.$/m,
    read(output) {
      const [sum = ""] = linesLike(output, /^Found \d+ errors?\.$/);
      return {
        summary: sum.slice(0, -1),
        details: part(output, /^\S.* ━+$/m, /^(Checked|Skipped) \d+ /m),
        failures: namesIn(output, /^(\S+?(?::\d+:\d+)? \S+\/\S+) .*━+$/gm).map((name) =>
          name.replace(/:\d+:\d+ /, " "),
        ),
      };
    },
  },
];
