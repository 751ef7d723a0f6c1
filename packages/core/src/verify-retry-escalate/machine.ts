import { assign, emit, enqueueActions, not, setup } from "xstate";
import type { Bounded, Cause } from "../runtime/step.js";
import { escalationMessage } from "./escalation.js";
import {
  type FailureRecord,
  type FailureReport,
  type FailureType,
  failureRecord,
  isStuck,
} from "./failure.js";
import { retryContext } from "./retry-context.js";

/** A unit of work. */
export interface Task {
  /** Such as `03-01:task-3`: what stands before the colon is the plan. */
  readonly id: string;
  readonly name: string;
  /** Ids of the tasks that build on this one. */
  readonly dependants?: readonly string[] | undefined;
}

export interface VerifySettings {
  /** Executions allowed: `n` allows `n`. */
  readonly maxAttempts: number;
  /** Wait before a retry, in milliseconds. */
  readonly retryDelay: number;
  readonly executeTimeout: number;
  readonly verifyTimeout: number;
  /** Escalate when this many failures in a row are the same; `null`: never for that. */
  readonly stuckAfter: number | null;
}

/** What the machine starts from. */
export interface VerifyInput {
  readonly task: Task;
  readonly settings: VerifySettings;
  /** Failures carried over from an earlier session. */
  readonly previous: readonly FailureRecord[];
  /** How many attempts of an earlier session count here. Default: one for each of its failures. */
  readonly used?: number | undefined;
}

/** Why a person has to decide. */
export type EscalationReason =
  | "max_retries_exceeded"
  | "same_failure_repeated"
  | "permission_denied"
  | "service_unavailable"
  | "conflicting_requirements"
  | "reported_impossible";

/** What a person decided. */
export type UserResponse =
  | { readonly action: "retry" }
  | { readonly action: "skip" }
  | { readonly action: "abort" }
  | { readonly action: "fix"; readonly instruction: string };

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
  readonly startedAt: number;
  /** When the current wait (execution, verification) began. */
  readonly since: number;
  /** When the current attempt began. */
  readonly attemptSince: number;
  /** Why the task ended as it did, beyond the state's name. */
  readonly detail: string | null;
}

interface Timed {
  /** Milliseconds since the epoch, stamped by the runtime: a machine reads no clock. */
  readonly at?: number;
}

export type VerifyEvent =
  | ({ readonly type: "START" } & Timed)
  | ({ readonly type: "EXECUTED" } & Timed)
  | ({ readonly type: "PASSED" } & Timed)
  | ({
      readonly type: "FAILED";
      readonly failure: FailureType;
      readonly report: FailureReport;
    } & Timed)
  /** A failure that no retry can mend. */
  | ({
      readonly type: "HOPELESS";
      readonly reason: EscalationReason;
      readonly failure: FailureType;
      readonly report: FailureReport;
    } & Timed)
  /** The task waits for something else: not a failure, not retried. */
  | ({ readonly type: "BLOCKED"; readonly detail: string } & Timed)
  | ({ readonly type: "RESPOND"; readonly response: UserResponse } & Timed)
  | ({ readonly type: "ABORT"; readonly detail: string } & Timed);

/** One attempt to make. */
export interface AttemptOrder {
  readonly attempt: number;
  readonly maxAttempts: number;
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
}

/** How a task ended. */
export interface VerifyEnding {
  readonly status: "done" | "skipped" | "aborted" | "blocked";
  readonly cause: Cause | null;
  /** Why it was aborted or blocked. */
  readonly detail: string | null;
  /** Executions used. */
  readonly attempts: number;
  readonly failures: readonly FailureRecord[];
}

export type VerifyEmitted =
  | ({ readonly type: "verify.execute" } & AttemptOrder)
  | { readonly type: "verify.verify"; readonly attempt: number }
  /** The attempt took too long: whoever still works on it can stop. */
  | { readonly type: "verify.timeout"; readonly attempt: number }
  | ({ readonly type: "verify.escalate" } & EscalationOrder)
  | ({ readonly type: "verify.ended" } & VerifyEnding);

function attemptOrder(context: VerifyContext): AttemptOrder {
  const { attempt, bound, failures } = context;
  return { attempt, maxAttempts: bound, retryContext: retryContext(context), failures };
}

/** What a person is asked, for a task that is escalated. */
export function escalationOrder(context: VerifyContext): EscalationOrder {
  const reason = context.escalation ?? "max_retries_exceeded";
  return { reason, message: escalationMessage(context), failures: context.failures };
}

const at = (event: VerifyEvent, otherwise: number): number => event.at ?? otherwise;

function failedAt(
  moment: number,
  context: VerifyContext,
  type: FailureType,
  report: FailureReport,
) {
  const { attempt, attemptSince, failures } = context;
  const when = { attempt, startedAt: attemptSince, at: moment };
  return {
    since: moment,
    cause: type === "timeout" ? ("timer" as const) : ("system" as const),
    failures: [...failures, failureRecord(type, report, when)],
  };
}

/**
 * verify-retry-escalate: run, verify, feed the failure into the next attempt, and escalate to a
 * person with real choices. One instance is one task in one execution session.
 */
export const verifyMachine = setup({
  types: {
    context: {} as VerifyContext,
    input: {} as VerifyInput,
    events: {} as VerifyEvent,
    emitted: {} as VerifyEmitted,
    tags: {} as "exhausted",
  },
  delays: {
    retryDelay: ({ context }) => context.settings.retryDelay,
    executeTimeout: ({ context }) => context.settings.executeTimeout,
    verifyTimeout: ({ context }) => context.settings.verifyTimeout,
  },
  guards: {
    hasAttemptsLeft: ({ context }) => context.attempt < context.bound,
    isStuck: ({ context: { failures, settings, settledFailures } }) =>
      settings.stuckAfter !== null && isStuck(failures.slice(settledFailures), settings.stuckAfter),
    wantsRetry: ({ event }) => event.type === "RESPOND" && event.response.action === "retry",
    wantsFix: ({ event }) => event.type === "RESPOND" && event.response.action === "fix",
    wantsSkip: ({ event }) => event.type === "RESPOND" && event.response.action === "skip",
    wantsAbort: ({ event }) => event.type === "RESPOND" && event.response.action === "abort",
  },
  actions: {
    begin: assign({ startedAt: ({ context, event }) => at(event, context.startedAt) }),
    attempt: enqueueActions(({ context, event, enqueue }) => {
      const now = at(event, context.since + context.settings.retryDelay);
      const next = {
        attempt: context.attempt + 1,
        executions: context.executions + 1,
        since: now,
        attemptSince: now,
        cause: null,
        escalation: null,
      };
      enqueue.assign(next);
      enqueue.emit({ type: "verify.execute", ...attemptOrder({ ...context, ...next }) });
    }),
    verify: enqueueActions(({ context, event, enqueue }) => {
      enqueue.assign({ since: at(event, context.since) });
      enqueue.emit({ type: "verify.verify", attempt: context.attempt });
    }),
    recordFailure: assign(({ context, event }) => {
      if (event.type !== "FAILED" && event.type !== "HOPELESS") return {};
      return failedAt(at(event, context.since), context, event.failure, event.report);
    }),
    recordTimeout: enqueueActions(
      ({ context, event, enqueue }, params: { of: "executeTimeout" | "verifyTimeout" }) => {
        const allowed = context.settings[params.of];
        const what = params.of === "executeTimeout" ? "Execution" : "Verification";
        const report = { error: `${what} took longer than ${allowed} ms` };
        enqueue.assign(failedAt(at(event, context.since + allowed), context, "timeout", report));
        enqueue.emit({ type: "verify.timeout", attempt: context.attempt });
      },
    ),
    escalateFor: assign({
      cause: ({ context }, params: { reason: EscalationReason | null }) =>
        params.reason === null ? context.cause : ("policy" as const),
      escalation: ({ event }, params: { reason: EscalationReason | null }) =>
        params.reason ?? (event.type === "HOPELESS" ? event.reason : null),
    }),
    escalate: emit(({ context }) => ({
      type: "verify.escalate" as const,
      ...escalationOrder(context),
    })),
    explain: assign({
      detail: ({ event }) => ("detail" in event ? event.detail : null),
      cause: (_, params: { cause: Cause }) => params.cause,
      since: ({ context, event }) => at(event, context.since),
    }),
    end: emit(({ context }, params: { as: VerifyEnding["status"] }) => {
      const { cause, detail, executions, failures } = context;
      const ending = { status: params.as, cause, detail, attempts: executions, failures };
      return { type: "verify.ended" as const, ...ending };
    }),
  },
}).createMachine({
  id: "verify-retry-escalate",
  context: ({ input }) => ({
    task: input.task,
    settings: input.settings,
    attempt: input.used ?? input.previous.length,
    bound: Math.max(input.settings.maxAttempts, input.used ?? input.previous.length),
    cause: null,
    failures: input.previous,
    settledFailures: 0,
    executions: 0,
    intervention: null,
    escalation: null,
    startedAt: 0,
    since: 0,
    attemptSince: 0,
    detail: null,
  }),
  initial: "pending",
  on: {
    ABORT: { target: ".aborted", actions: { type: "explain", params: { cause: "system" } } },
  },
  states: {
    pending: {
      on: {
        START: [
          { guard: "hasAttemptsLeft", target: "executing", actions: "begin" },
          {
            target: "escalated",
            actions: ["begin", { type: "escalateFor", params: { reason: "max_retries_exceeded" } }],
          },
        ],
      },
    },
    executing: {
      entry: "attempt",
      after: {
        executeTimeout: {
          target: "retrying",
          actions: { type: "recordTimeout", params: { of: "executeTimeout" } },
        },
      },
      on: {
        EXECUTED: "verifying",
        FAILED: { target: "retrying", actions: "recordFailure" },
        HOPELESS: {
          target: "escalated",
          actions: ["recordFailure", { type: "escalateFor", params: { reason: null } }],
        },
        BLOCKED: { target: "blocked", actions: { type: "explain", params: { cause: "system" } } },
      },
    },
    verifying: {
      entry: "verify",
      after: {
        verifyTimeout: {
          target: "retrying",
          actions: { type: "recordTimeout", params: { of: "verifyTimeout" } },
        },
      },
      on: {
        PASSED: { target: "done", actions: { type: "explain", params: { cause: "policy" } } },
        FAILED: { target: "retrying", actions: "recordFailure" },
        HOPELESS: {
          target: "escalated",
          actions: ["recordFailure", { type: "escalateFor", params: { reason: null } }],
        },
      },
    },
    retrying: {
      description: "The failure is recorded: try again with what it taught, or ask a person.",
      always: [
        {
          guard: not("hasAttemptsLeft"),
          target: "escalated",
          actions: { type: "escalateFor", params: { reason: "max_retries_exceeded" } },
        },
        {
          guard: "isStuck",
          target: "escalated",
          actions: { type: "escalateFor", params: { reason: "same_failure_repeated" } },
        },
      ],
      after: { retryDelay: "executing" },
    },
    escalated: {
      description: "A person decides: retry, fix, skip or abort.",
      tags: "exhausted",
      entry: "escalate",
      on: {
        RESPOND: [
          {
            guard: "wantsRetry",
            target: "executing",
            actions: assign({
              attempt: 0,
              bound: ({ context }) => context.settings.maxAttempts,
              settledFailures: ({ context }) => context.failures.length,
            }),
          },
          {
            guard: "wantsFix",
            target: "executing",
            actions: assign({
              bound: ({ context }) => context.bound + 1,
              settledFailures: ({ context }) => context.failures.length,
              intervention: ({ event }) =>
                event.type === "RESPOND" && event.response.action === "fix"
                  ? event.response.instruction
                  : null,
            }),
          },
          {
            guard: "wantsSkip",
            target: "skipped",
            actions: { type: "explain", params: { cause: "human" } },
          },
          {
            guard: "wantsAbort",
            target: "aborted",
            actions: { type: "explain", params: { cause: "human" } },
          },
        ],
      },
    },
    done: {
      type: "final",
      description: "Verified.",
      entry: { type: "end", params: { as: "done" } },
    },
    skipped: {
      type: "final",
      description: "A person let it go; the tasks that build on it may fail.",
      entry: { type: "end", params: { as: "skipped" } },
    },
    aborted: {
      type: "final",
      description: "Stopped, by a person or by the caller; what was done stays.",
      entry: { type: "end", params: { as: "aborted" } },
    },
    blocked: {
      type: "final",
      description: "Waits for something else: not a failure, and not retried.",
      entry: { type: "end", params: { as: "blocked" } },
    },
  },
});
