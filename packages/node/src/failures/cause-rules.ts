import type { Hopeless } from "@readback/core/host";

/** What a line of output tells about why something failed, and what may help. */
export interface CauseRule {
  readonly pattern: RegExp;
  /** A few words, the same for every case: they are counted in the summary. */
  readonly cause: string;
  /** What to do; gets what the pattern matched. */
  readonly fix?: (match: RegExpExecArray) => string;
  /** No retry helps: a person is asked at once. Not from the output of a test runner, which may quote anything. */
  readonly hopeless?: Hopeless;
}

/** The rules, the most certain first. */
export const CAUSE_RULES: readonly CauseRule[] = [
  {
    pattern:
      /(?:EACCES|EPERM): (?:permission denied|operation not permitted)|: Permission denied$/m,
    cause: "Permission denied",
    fix: () => "A person has to grant the permission",
    hopeless: "permission_denied",
  },
  {
    pattern: /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\b(?: (\S+))?|Could not resolve host: (\S+)/,
    cause: "Service unavailable",
    fix: (match) => `Check that ${match[1] ?? match[2] ?? "the service"} can be reached`,
    hopeless: "service_unavailable",
  },
  {
    pattern: /\bENOSPC\b|No space left on device/,
    cause: "Disk full",
    fix: () => "Free some space on the disk",
  },
  {
    pattern: /Cannot find (?:module|package) '([^'\n]+)'/,
    cause: "Missing dependency",
    fix: ([, name = ""]) =>
      /^[./]|^file:/.test(name)
        ? `Create ${name}, or correct the path of the import`
        : `Run npm install ${packageOf(name)}`,
  },
  {
    pattern: /Failed to resolve import "([^"\n]+)"/,
    cause: "Missing dependency",
    fix: ([, name = ""]) =>
      /^[./]/.test(name)
        ? `Create ${name}, or correct the path of the import`
        : `Run npm install ${packageOf(name)}`,
  },
  {
    pattern: /ModuleNotFoundError: No module named '([^'\n]+)'/,
    cause: "Missing dependency",
    fix: ([, name = ""]) => `Install or create the module ${name}`,
  },
  {
    pattern: /no required module provides package (\S+?);/,
    cause: "Missing dependency",
    fix: ([, name = ""]) => `Run go get ${name}`,
  },
  {
    pattern: /unresolved import `([^`\n]+)`|use of undeclared crate or module `([^`\n]+)`/,
    cause: "Missing dependency",
    fix: (match) => `Add ${match[1] ?? match[2]} to Cargo.toml, or correct the path`,
  },
  {
    pattern: /(?:^|[ :])([^\s:]{1,100}): (?:command )?not found$/m,
    cause: "Command not found",
    fix: ([, name = ""]) => `Install ${name}, or correct the command`,
  },
  {
    pattern: /^.*\b(?:SyntaxError|IndentationError): (.+)$/m,
    cause: "Syntax error",
    fix: ([, what = ""]) => `Correct the syntax: ${what}`,
  },
  {
    pattern: /error TS2307: Cannot find module '([^']+)'/,
    cause: "Missing dependency",
    fix: ([, name = ""]) => `Install or create ${name}`,
  },
  {
    pattern: /error (TS\d+): (.+)$/m,
    cause: "Type error",
    fix: ([, code = "", what = ""]) => `Correct the type error ${code}: ${what}`,
  },
  {
    pattern: /^(?:.*\b)?(?:Type|Reference|Range|Name|Attribute|Key|Value)Error: (.+)$/m,
    cause: "Runtime error",
    fix: ([, what = ""]) => `Handle this case: ${what}`,
  },
  {
    pattern: /Snapshot `?.*`? mismatched|\d+ snapshots? failed/,
    cause: "Snapshot mismatch",
    fix: () =>
      "Compare the output with the snapshot; change the code, or the snapshot if it is outdated",
  },
  {
    pattern: /JavaScript heap out of memory|\bMemoryError\b|Out of memory/,
    cause: "Out of memory",
  },
  {
    pattern: /(?:AssertionError|AssertionError \[ERR_ASSERTION\]).*?: (.+)$|^E +(assert .+)$/m,
    cause: "Assertion failed",
    fix: (match) => `Make this hold: ${match[1] ?? match[2]}`,
  },
  {
    pattern: /^✖ \d+ problems? \(|^Found \d+ errors?\.$/m,
    cause: "Lint error",
    fix: () => "Correct what the linter reports",
  },
];

/** The package of an import: `a/b` is of `a`, `@a/b/c` of `@a/b`. */
function packageOf(name: string): string {
  return name.split("/", name.startsWith("@") ? 2 : 1).join("/");
}
