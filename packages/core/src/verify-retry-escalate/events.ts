import type { EscalationReason, VerifyContext } from "./context.js";
import type { FailureReport, FailureType } from "./failure.js";
import { readResponse, type Said, type UserResponse } from "./response.js";

interface Timed {
  /** Milliseconds since the epoch, stamped by the host. Default: the system's time. */
  readonly at?: number;
}

/** What comes back for an order. */
export type VerifyResult = Timed & {
  /** The order's `execution`: a result of an execution that is over changes nothing. Default: the current one. */
  readonly execution?: number;
} & (
    | { readonly type: "EXECUTED"; readonly learnings?: readonly string[] }
    | { readonly type: "PASSED" }
    | { readonly type: "FAILED"; readonly failure: FailureType; readonly report: FailureReport }
    /** A failure that no retry can fix. */
    | {
        readonly type: "HOPELESS";
        readonly reason: EscalationReason;
        readonly failure: FailureType;
        readonly report: FailureReport;
      }
    /** The program that runs the task is wrong itself: no retry helps, and no person. */
    | { readonly type: "BROKEN"; readonly detail: string }
    /** The task waits for something else: not a failure, not retried. */
    | { readonly type: "BLOCKED"; readonly detail: string }
    /** What a person said, whether it makes sense or not. */
    | { readonly type: "RESPOND"; readonly response: Said }
    /** Nobody could be asked: there is no way to (`null`), or asking failed. */
    | { readonly type: "UNANSWERED"; readonly error: string | null }
  );

/** What the machine is told. */
export type VerifyEvent =
  /** `process` runs the task from now on, where several share a journal. */
  | ({ readonly type: "START"; readonly process?: string } & Timed)
  /** The host is a new process that found the task in its journal; the one it takes it over `from` has ended. */
  | ({ readonly type: "RECOVERED"; readonly process?: string; readonly from?: string } & Timed)
  | VerifyResult
  | ({ readonly type: "ABORT"; readonly detail: string } & Timed);

/** What a rule of the machine looks at. */
export interface Given {
  readonly context: VerifyContext;
  readonly event: VerifyEvent;
}

/** Whether the event is about what is under way, and not a late result of something that is over. */
export function isCurrent({ context, event }: Given): boolean {
  const { execution = context.executions } = event as VerifyResult;
  return execution === context.executions;
}

/** What a person decided, when that is what the event says. */
export function decisionIn(given: Given): UserResponse | undefined {
  const { event } = given;
  return event.type === "RESPOND" && isCurrent(given) ? readResponse(event.response) : undefined;
}
