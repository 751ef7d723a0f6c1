import type { Bounded } from "../bounded.js";
import { mustFit } from "../must-fit.js";
import type { VerifyStatus } from "./ending.js";
import type { FailureRecord } from "./failure.js";
import type { Task, VerifyInput, VerifySettings, WhenUndecided } from "./task.js";

/** How often a person is asked until a response makes sense, unless the settings say otherwise. */
export const MAX_ASKS = 3;

/** Why a person has to decide. */
export type EscalationReason =
  | "max_retries_exceeded"
  | "same_failure_repeated"
  | "permission_denied"
  | "service_unavailable"
  | "conflicting_requirements"
  | "reported_impossible";

/** What a verified task knows. A field that may be absent is one that older journals do not have. */
export interface VerifyContext extends Bounded {
  readonly task: Task;
  readonly settings: VerifySettings;
  /** Every failure, oldest first; a person's `retry` starts the count again but forgets nothing. */
  readonly failures: readonly FailureRecord[];
  /** How many of the failures came before a person last decided: getting stuck counts from there. */
  readonly settledFailures: number;
  /** Executions in all, over every count. */
  readonly executions: number;
  /** The person's latest fix instruction. */
  readonly intervention: string | null;
  readonly escalation: EscalationReason | null;
  /** How often the person was asked in this escalation. */
  readonly asked?: number;
  /** What was wrong with the latest response, or why nobody could be asked. */
  readonly problem?: string | null;
  readonly whenUndecided?: WhenUndecided | undefined;
  readonly startedAt: number;
  /** When the current wait (execution, verification) began. */
  readonly since: number;
  /** When the current attempt began. */
  readonly attemptSince: number;
  /** What the current attempt has learned so far. */
  readonly learned?: readonly string[];
  /** Why the task ended as it did, beyond the state's name. */
  readonly detail: string | null;
  /** How the task ended, once it has. */
  readonly status?: VerifyStatus | null;
  /** The process that runs it, where several share a journal. */
  readonly process?: string;
}

const INPUT = {
  task: { id: "text", name: "text" },
  settings: { maxAttempts: "number" },
  previous: "list",
} as const;

/** What a task knows before it starts. */
export function contextOf(input: VerifyInput): VerifyContext {
  mustFit(input, INPUT, "input of verifyMachine, which createTask makes");
  const { task, settings, previous, used = previous.length, whenUndecided = "wait" } = input;
  return {
    task,
    settings,
    attempt: used,
    bound: Math.max(settings.maxAttempts, used),
    cause: null,
    failures: previous,
    settledFailures: 0,
    executions: 0,
    intervention: null,
    escalation: null,
    asked: 0,
    problem: null,
    whenUndecided,
    startedAt: 0,
    since: 0,
    attemptSince: 0,
    detail: null,
    status: null,
  };
}

/** What every text about a task is made of. */
export const TASK_SHAPE = { id: "text", name: "text" } as const;

/** What a list of failures is read for. */
export const FAILURES_SHAPE = [
  {
    attempt: "number",
    timestamp: "text",
    failure_type: "text",
    error_summary: "text",
    executor_output: "object",
    files_state: [{ path: "text", status: "text" }],
    learnings: ["text"],
  },
] as const;
