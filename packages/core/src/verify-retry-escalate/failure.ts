import { oneLine } from "../printable.js";
import { truncate } from "../text.js";

/** Kinds of failure that another attempt may fix. */
export const FAILURE_TYPES = [
  "execution_error",
  "verification_failed",
  "timeout",
  "architect_rejected",
] as const;
/** Why an attempt failed. */
export type FailureType = (typeof FAILURE_TYPES)[number];

/** A verification command and what it said. */
export interface VerificationRun {
  readonly command: string;
  readonly exitCode: number;
  readonly outputSummary?: string;
}

/** A file the attempt left behind. */
export interface FileState {
  readonly path: string;
  /** Such as `partially_modified`. */
  readonly status: string;
  readonly linesChanged?: number;
}

/** What an executor or a verifier says about a failure; all but `error` may be left out. */
export interface FailureReport {
  /** One line: what went wrong. */
  readonly error: string;
  /** The full output. */
  readonly details?: string;
  readonly verification?: VerificationRun;
  readonly rootCauseGuess?: string;
  readonly suggestedFix?: string;
  /** What the next attempt should know, beyond this failure. */
  readonly learnings?: readonly string[];
  readonly files?: readonly FileState[];
  /** The same for the same failure, such as a hash of the names of the tests that fail. Default: what `error` says. */
  readonly fingerprint?: string;
}

/** One failed attempt, in the format of the failure records on disk. */
export interface FailureRecord {
  readonly attempt: number;
  /** UTC, to the second: `2026-01-26T14:30:00Z`. */
  readonly timestamp: string;
  readonly failure_type: FailureType;
  readonly error_summary: string;
  readonly error_details: string | null;
  readonly executor_output: {
    readonly status: "success" | "failure";
    readonly files_modified: readonly string[];
    readonly verification: {
      readonly command: string;
      readonly exit_code: number;
      readonly output_summary: string | null;
    } | null;
    readonly error: string | null;
  };
  readonly root_cause_guess: string | null;
  readonly suggested_fix: string | null;
  readonly files_state: readonly {
    readonly path: string;
    readonly status: string;
    readonly lines_changed: number | null;
  }[];
  readonly learnings: readonly string[];
  readonly duration_ms: number;
  /** The same for the same failure, where whoever reported it could tell. */
  readonly fingerprint?: string | undefined;
}

/** Makes the record of a failed attempt. */
export function failureRecord(
  type: FailureType,
  report: FailureReport,
  when: { readonly attempt: number; readonly startedAt: number; readonly at: number },
): FailureRecord {
  const { verification, files = [] } = report;
  const executed = type === "verification_failed" || type === "architect_rejected";
  return {
    attempt: when.attempt,
    timestamp: timestamp(when.at),
    failure_type: type,
    error_summary: truncate(oneLine(report.error), 200),
    error_details: report.details ?? null,
    executor_output: {
      status: executed ? "success" : "failure",
      files_modified: files.map(({ path }) => path),
      verification: verification
        ? {
            command: verification.command,
            exit_code: verification.exitCode,
            output_summary: verification.outputSummary ?? null,
          }
        : null,
      error: executed ? null : report.error,
    },
    root_cause_guess: report.rootCauseGuess ?? null,
    suggested_fix: report.suggestedFix ?? null,
    files_state: files.map(({ path, status, linesChanged }) => ({
      path,
      status,
      lines_changed: linesChanged ?? null,
    })),
    learnings: report.learnings ?? [],
    duration_ms: Math.max(0, when.at - when.startedAt),
    ...(report.fingerprint !== undefined && { fingerprint: report.fingerprint }),
  };
}

/** UTC, to the second: `2026-01-26T14:30:00Z`. */
export function timestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** Whether the last `times` failures are the same: of one fingerprint, or but for numbers, case and spaces. */
export function isStuck(failures: readonly FailureRecord[], times: number): boolean {
  const last = failures.slice(-times).map(signature);
  return last.length === times && new Set(last).size === 1;
}

function signature({ failure_type, error_summary, fingerprint }: FailureRecord): string {
  if (fingerprint !== undefined) return `${failure_type} =${fingerprint}`;
  const words = error_summary.toLowerCase().replace(/0x[0-9a-f]+|\d+/g, "#");
  return `${failure_type} ${words.replace(/\s+/g, " ")}`;
}
