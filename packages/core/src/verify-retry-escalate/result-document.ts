import * as z from "zod";
import { parse } from "../parse.js";
import type { Execution } from "./reports.js";

// No more than a report of `runVerified` takes: what is too long is the executor's failure.
const text = z.string().max(100_000);
const LONGEST_LINE = 10_000;
const line = z.string().max(LONGEST_LINE);

/** What an executor may say about its work, in the words of the retry protocol. Other fields are left alone. */
export const resultDocumentSchema = z.object({
  status: z.enum(
    ["success", "failure", "blocked", "impossible"],
    'must be "success", "failure", "blocked" or "impossible"',
  ),
  files_modified: z.array(line).max(10_000).nullish(),
  verification: z
    .object({ command: line, exit_code: z.int(), output_summary: line.nullish() })
    .nullish(),
  error: text.nullish(),
  error_details: text.nullish(),
  /** Why it is blocked or impossible. */
  reason: line.nullish(),
  root_cause_guess: line.nullish(),
  suggested_fix: line.nullish(),
  learnings: z.array(line).max(100).nullish(),
  /** No retry can help: a person is asked at once. */
  escalate: z
    .enum(["permission_denied", "service_unavailable", "conflicting_requirements"])
    .nullish(),
});

/** What an executor says about its work. */
export interface ResultDocument {
  /** How the attempt ended. */
  status: "success" | "failure" | "blocked" | "impossible";
  /** The files it changed. */
  files_modified?: string[] | null | undefined;
  /** A check that it ran itself. */
  verification?:
    | { command: string; exit_code: number; output_summary?: string | null | undefined }
    | null
    | undefined;
  /** What went wrong, in one line. */
  error?: string | null | undefined;
  /** What else there is to say about that, such as the end of the output. */
  error_details?: string | null | undefined;
  /** Why it is blocked or impossible. */
  reason?: string | null | undefined;
  /** What it takes to be the cause. */
  root_cause_guess?: string | null | undefined;
  /** What the next attempt could do differently. */
  suggested_fix?: string | null | undefined;
  /** What later attempts should know. */
  learnings?: string[] | null | undefined;
  /** No retry can help: a person is asked at once. */
  escalate?:
    | "permission_denied"
    | "service_unavailable"
    | "conflicting_requirements"
    | null
    | undefined;
}

/**
 * Reads what an executor says about its work, as the report that `runVerified` takes. Throws when a field is
 * not as it must be.
 * @example
 * readResultDocument({ status: "failure", error: "Cannot find module 'uuid'" });
 */
export function readResultDocument(document: unknown): Execution<ResultDocument> {
  const result = parse(resultDocumentSchema, document, "result document");
  const { status, verification, escalate } = result;
  if (status === "success") {
    return { status, output: result, ...(result.learnings && { learnings: result.learnings }) };
  }
  if (status !== "failure") {
    const said = result.reason ?? result.error?.slice(0, LONGEST_LINE);
    return { status, reason: said ?? `The executor reports: ${status}` };
  }
  return {
    status,
    ...(escalate && { hopeless: escalate }),
    error: result.error ?? result.reason ?? "The executor reports a failure",
    ...(result.error_details && { details: result.error_details }),
    ...(verification && {
      verification: {
        command: verification.command,
        exitCode: verification.exit_code,
        ...(verification.output_summary && { outputSummary: verification.output_summary }),
      },
    }),
    ...(result.root_cause_guess && { rootCauseGuess: result.root_cause_guess }),
    ...(result.suggested_fix && { suggestedFix: result.suggested_fix }),
    ...(result.learnings && { learnings: result.learnings }),
    ...(result.files_modified && {
      files: result.files_modified.map((path) => ({ path, status: "partially_modified" })),
    }),
  };
}
