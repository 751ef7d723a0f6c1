import type * as z from "zod";
import { InvalidInputError, messageOf, textIn } from "../errors.js";
import { mustFit } from "../must-fit.js";
import { parse } from "../parse.js";
import type { VerifyResult } from "./events.js";
import type { FailureReport, FailureType } from "./failure.js";
import type { Said } from "./response.js";
import { executionSchema, verificationSchema } from "./schema.js";

/** A failure no retry can fix: it goes to a person at once. */
export type Hopeless = "permission_denied" | "service_unavailable" | "conflicting_requirements";

/** What an execution came to. Throwing is a failure, too. */
export type Execution<T> =
  | {
      readonly status: "success";
      readonly output?: T;
      /** What the next attempt should know, should this one not be verified. */
      readonly learnings?: readonly string[];
    }
  | ({
      readonly status: "failure";
      /** Default `execution_error`. */
      readonly type?: "execution_error" | "timeout";
      readonly hopeless?: Hopeless;
    } & FailureReport)
  /** Waits for something else; ends the run without a retry. */
  | { readonly status: "blocked"; readonly reason: string }
  | { readonly status: "impossible"; readonly reason: string };

/** What a verification came to. Throwing is a failure, too. */
export type Verification =
  | { readonly passed: true }
  | ({
      readonly passed: false;
      /** Default `verification_failed`. */
      readonly type?: FailureType;
      readonly hopeless?: Hopeless;
    } & FailureReport);

/** Reads what an executor returned. Throws when that is no report. */
export function executionIn(report: unknown): z.output<typeof executionSchema> {
  if (report === undefined || report === null) return { status: "success", output: undefined };
  return parse(executionSchema, report, "execution report");
}

/** What an execution's report means to the machine. */
export function afterExecution(execution: z.output<typeof executionSchema>): VerifyResult {
  mustFit(execution, { status: "text" }, "execution of afterExecution");
  switch (execution.status) {
    case "success":
      return { type: "EXECUTED", ...(execution.learnings && { learnings: execution.learnings }) };
    case "blocked":
      return { type: "BLOCKED", detail: execution.reason };
    case "impossible":
      return {
        type: "HOPELESS",
        reason: "reported_impossible",
        failure: "execution_error",
        report: { error: execution.reason },
      };
    case "failure": {
      const { status: _, type = "execution_error", hopeless, ...report } = execution;
      return failed(type, hopeless, report as FailureReport);
    }
  }
}

/** What a verifier's report means to the machine. Throws when it is no report. */
export function afterVerification(report: unknown): VerifyResult {
  const given = typeof report === "boolean" ? ofBoolean(report) : report;
  const verification = parse(verificationSchema, given, "verification report");
  if (verification.passed) return { type: "PASSED" };
  const {
    passed: _,
    type = "verification_failed",
    hopeless,
    ...failure
  } = verification as Extract<Verification, { passed: false }>;
  return failed(type, hopeless, failure);
}

function ofBoolean(passed: boolean): Verification {
  return passed ? { passed } : { passed, error: "Verification failed" };
}

/** What an error that was thrown means to the machine. */
export function afterThrowing(error: unknown, failure: FailureType): VerifyResult {
  if (isMistake(error)) return { type: "BROKEN", detail: messageOf(error) };
  const details = textIn(error, "stack");
  const report: FailureReport = { error: messageOf(error), ...(details && { details }) };
  return failed(failure, hopelessCode(error), report);
}

/** What a person said, in a form that a journal can keep. Whether it makes sense is for the machine. */
export function afterAsking(said: unknown): VerifyResult {
  return { type: "RESPOND", response: plain(said) };
}

/**
 * Whether the program itself is wrong: no retry and no person helps then. A TypeError that the platform
 * throws for the state of the world (a fetch that failed, an odd URL) says so with a cause or a code.
 */
function isMistake(error: unknown): boolean {
  try {
    if (error instanceof InvalidInputError || error instanceof ReferenceError) return true;
    return error instanceof TypeError && error.cause === undefined && !("code" in error);
  } catch {
    // What was thrown lets nobody look at it.
    return false;
  }
}

function plain(said: unknown): Said {
  if (typeof said !== "object" || said === null) return String(said);
  const { action, instruction } = said as { action?: unknown; instruction?: unknown };
  return { action: String(action), ...(typeof instruction === "string" && { instruction }) };
}

function failed(failure: FailureType, hopeless: Hopeless | undefined, report: FailureReport) {
  return hopeless
    ? ({ type: "HOPELESS", reason: hopeless, failure, report } as const)
    : ({ type: "FAILED", failure, report } as const);
}

/** Error codes of the platform that say a retry cannot help. */
function hopelessCode(error: unknown): Hopeless | undefined {
  const code = textIn(error, "code");
  if (code === "EACCES" || code === "EPERM") return "permission_denied";
  return code === "ECONNREFUSED" || code === "ENOTFOUND" ? "service_unavailable" : undefined;
}
