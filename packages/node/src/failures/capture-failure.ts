import { stripVTControlCharacters } from "node:util";
import type { FailureReport } from "@readback/core/formats";
import type { Hopeless } from "@readback/core/host";
import { shortLivedSha256 } from "../digest.js";
import { CAUSE_RULES, type CauseRule } from "./cause-rules.js";
import { CHECKERS } from "./checkers.js";
import type { OutputFormat } from "./output-format.js";
import { TEST_RUNNERS } from "./test-runners.js";

/** Settings of {@link captureFailure}: both tables can be extended. */
export interface CaptureOptions {
  /** Formats that are tried before the known ones. */
  readonly formats?: readonly OutputFormat[] | undefined;
  /** Rules that are tried before the known ones. */
  readonly rules?: readonly CauseRule[] | undefined;
}

/** What an output tells about a failure. */
export interface Captured
  extends Pick<
    FailureReport,
    "error" | "details" | "rootCauseGuess" | "suggestedFix" | "fingerprint"
  > {
  /** The program's own sum, where the format is known. */
  readonly outputSummary?: string;
  readonly hopeless?: Hopeless;
}

const MOST_DETAILS = 8_000;
const MOST_ERROR = 1_000;
const LONG_LINE = /^(.{2000}).+$/gm;
const TELLING = /error|fail|exception|fatal|panic|cannot|not found|denied|refused|unable/i;

/**
 * Finds what is useful in the output of a command that failed: what a known test runner, compiler or linter
 * says, else the end of it; a guess at the cause, and what may help.
 * @example
 * const { error, details, suggestedFix } = captureFailure(output);
 */
export function captureFailure(output: string, options: CaptureOptions = {}): Captured {
  const clean = plainText(output);
  const formats = [...(options.formats ?? []), ...TEST_RUNNERS, ...CHECKERS];
  const format = formats.find(({ pattern }) => pattern.test(clean));
  const reading = format?.read(clean);
  const isKnown = reading !== undefined && (reading.details !== "" || reading.failures.length > 0);
  const details = clipped(isKnown ? reading.details || clean : lastOf(clean));
  const isTest = isKnown && TEST_RUNNERS.some(({ name }) => name === format?.name);
  const rules = [...(options.rules ?? []), ...CAUSE_RULES];
  const cause = causeIn(details, rules) ?? (isTest ? undefined : causeIn(clean, rules));
  return {
    error: (isKnown ? sentence(reading.summary, reading.failures) : tellingLine(clean)).slice(
      0,
      MOST_ERROR,
    ),
    ...(details !== "" && { details }),
    ...(isKnown && reading.summary !== "" && { outputSummary: reading.summary }),
    ...(isKnown && reading.failures.length > 0 && { fingerprint: fingerprintOf(reading.failures) }),
    ...(cause && { rootCauseGuess: cause.rule.cause }),
    ...(cause?.rule.fix && { suggestedFix: cause.rule.fix(cause.match).slice(0, MOST_ERROR) }),
    ...(cause?.rule.hopeless && !isTest && { hopeless: cause.rule.hopeless }),
  };
}

/** Without colours, and of a line that was written over only what was left in the end. */
function plainText(output: string): string {
  return (
    stripVTControlCharacters(output)
      .replace(/\r\n/g, "\n")
      .replace(/^.*\r(?=.)/gm, "")
      // A pattern that looks at each place of an endless line would take forever.
      .replace(LONG_LINE, "$1…")
  );
}

function sentence(summary: string, failures: readonly string[]): string {
  return [summary, failures.join("; ")].filter((text) => text !== "").join(": ");
}

function tellingLine(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const last = lines.filter((line) => line !== "").at(-1) ?? "";
  return lines.filter((line) => TELLING.test(line)).at(-1) ?? last;
}

function lastOf(output: string): string {
  const text = output.trim();
  if (text.length <= MOST_DETAILS) return text;
  const end = text.slice(-MOST_DETAILS);
  return `…\n${end.slice(end.indexOf("\n") + 1)}`;
}

/** The first failures are the most telling; the end has the sum. */
function clipped(text: string): string {
  if (text.length <= MOST_DETAILS) return text;
  const end = MOST_DETAILS / 4;
  return `${text.slice(0, MOST_DETAILS - end)}\n…\n${text.slice(-end)}`;
}

function causeIn(output: string, rules: readonly CauseRule[]) {
  for (const rule of rules) {
    const match = rule.pattern.exec(output);
    if (match) return { rule, match };
  }
  return undefined;
}

/** The same for the same failures, in any order and however long each took. */
function fingerprintOf(failures: readonly string[]): string {
  const names = failures.map((name) => name.replace(/\d+(\.\d+)? ?m?s\b/g, "")).sort();
  return shortLivedSha256(names.join("\n")).slice(0, 16);
}
