import { mustFit } from "../must-fit.js";
import type { EscalationReason, VerifyContext } from "./context.js";
import type { VerifyOutput } from "./ending.js";
import { escalationMessage } from "./escalation.js";
import type { FailureRecord } from "./failure.js";
import { retryContext } from "./retry-context.js";

/** One attempt to make. */
export interface AttemptOrder {
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Which execution of the task this is, over every count. A result that names it cannot be taken for another's. */
  readonly execution: number;
  /** The `<retry_context>` block for the prompt, before the task; `null` on a first attempt. */
  readonly retryContext: string | null;
  /** Every failure so far, oldest first. */
  readonly failures: readonly FailureRecord[];
}

/** What a person has to decide. */
export interface EscalationOrder {
  readonly reason: EscalationReason;
  /** The whole story, in Markdown. */
  readonly message: string;
  readonly failures: readonly FailureRecord[];
  /** The execution after which the person is asked; 0 before the first. */
  readonly execution: number;
  /** What was wrong with the response before, when the person is asked again. */
  readonly problem: string | null;
}

/** Whose order it is, where several processes share a journal. */
interface Addressed {
  readonly process?: string;
}

/** What the machine wants done, and what it tells. */
export type VerifyEmitted =
  | ({ readonly type: "verify.execute" } & AttemptOrder & Addressed)
  | ({ readonly type: "verify.verify" } & AttemptOrder & Addressed)
  /** The attempt took too long: whoever still works on it can stop. */
  | { readonly type: "verify.timeout"; readonly attempt: number }
  | ({ readonly type: "verify.escalate" } & EscalationOrder & Addressed)
  /** Once for each task; once more when a task that ended as `escalated` was taken up again. */
  | ({ readonly type: "verify.ended" } & VerifyOutput);

/** The process that an order is for. */
export function addressOf({ process }: VerifyContext): Addressed {
  return process === undefined ? {} : { process };
}

/** The attempt that a task is in. */
export function attemptOrder(context: VerifyContext): AttemptOrder {
  mustFit(context, {}, "context of attemptOrder");
  const { attempt, bound, executions, failures } = context;
  return {
    attempt,
    maxAttempts: bound,
    execution: executions,
    retryContext: retryContext(context),
    failures,
  };
}

/** What a person is asked, for a task that is escalated. */
export function escalationOrder(context: VerifyContext): EscalationOrder {
  mustFit(context, {}, "context of escalationOrder");
  const { escalation, executions, failures, problem = null } = context;
  return {
    reason: escalation ?? "max_retries_exceeded",
    message: escalationMessage(context),
    failures,
    execution: executions,
    problem,
  };
}
