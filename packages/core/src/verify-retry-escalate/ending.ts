import { mustFit } from "../must-fit.js";
import type { EscalationReason, VerifyContext } from "./context.js";
import { escalationMessage } from "./escalation.js";
import type { FailureRecord } from "./failure.js";
import type { Task } from "./task.js";

interface Ended {
  readonly task: Task;
  /** Executions used. */
  readonly attempts: number;
  /** Every failure, oldest first. */
  readonly failures: readonly FailureRecord[];
}

/** How a task ended: the output of the machine. */
export type VerifyOutput = Ended &
  (
    | { readonly status: "done"; readonly cause: "policy" }
    | {
        readonly status: "skipped";
        /** `policy`: it was decided beforehand, with `onEscalate`. */
        readonly cause: "human" | "policy";
        /** Tasks that build on the skipped one, and may fail now. */
        readonly dependants: readonly string[];
      }
    | {
        readonly status: "aborted";
        /** `policy`: it was decided beforehand, with `onEscalate`. */
        readonly cause: "human" | "policy" | "system";
        readonly reason: string;
      }
    | { readonly status: "blocked"; readonly cause: "system"; readonly reason: string }
    | {
        /** Nobody decided: nobody could be asked, or no response made sense. */
        readonly status: "escalated";
        /** `system` when asking failed, else `policy`. */
        readonly cause: "policy" | "system";
        readonly reason: EscalationReason;
        /** The whole story, in Markdown. */
        readonly message: string;
        /** Why asking failed, or what was wrong with the last response. */
        readonly error: string | null;
      }
  );

export type VerifyStatus = VerifyOutput["status"];

/** How the task of a context ended. */
export function endingOf(context: VerifyContext): VerifyOutput {
  mustFit(context, { task: "object", failures: "list" }, "context of endingOf");
  const { task, executions, failures, cause, detail, problem = null } = context;
  const ended = { task, attempts: executions, failures };
  switch (context.status) {
    case "done":
      return { status: "done", cause: "policy", ...ended };
    case "skipped": {
      const by = cause === "policy" ? "policy" : "human";
      return { status: "skipped", cause: by, ...ended, dependants: task.dependants ?? [] };
    }
    case "blocked":
      return { status: "blocked", cause: "system", ...ended, reason: detail ?? "blocked" };
    case "aborted": {
      const by = cause === "human" || cause === "policy" ? cause : "system";
      const reason =
        detail ??
        (by === "policy" ? "Escalated, and set to abort then" : "A person aborted the plan");
      return { status: "aborted", cause: by, ...ended, reason };
    }
    default:
      return {
        status: "escalated",
        cause: cause === "system" ? "system" : "policy",
        ...ended,
        reason: context.escalation ?? "max_retries_exceeded",
        message: escalationMessage(context),
        error: problem,
      };
  }
}
