import { and, assign, emit, enqueueActions, not, setup } from "xstate";
import type { Cause } from "../bounded.js";
import { momentOf } from "../runtime/moment.js";
import { contextOf, type EscalationReason, MAX_ASKS, type VerifyContext } from "./context.js";
import { endingOf, type VerifyOutput, type VerifyStatus } from "./ending.js";
import { decisionIn, type Given, isCurrent, type VerifyEvent } from "./events.js";
import { type FailureReport, type FailureType, failureRecord, isStuck } from "./failure.js";
import { addressOf, attemptOrder, escalationOrder, type VerifyEmitted } from "./orders.js";
import { responseProblem } from "./response.js";
import type { VerifyInput } from "./task.js";

/** Nobody knows how far it came. It was an attempt: a crash must not make the bound endless. */
const INTERRUPTED = { error: "Interrupted: the process that ran this attempt ended" };

/** The attempt has failed: what is known of that. */
function failed({ context, event }: Given, type: FailureType, given: FailureReport) {
  const { attempt, attemptSince, failures, learned = [] } = context;
  const now = momentOf(event);
  const report = { ...given, learnings: [...learned, ...(given.learnings ?? [])] };
  return {
    since: now,
    cause: type === "timeout" ? ("timer" as const) : ("system" as const),
    failures: [
      ...failures,
      failureRecord(type, report, { attempt, startedAt: attemptSince, at: now }),
    ],
  };
}

/** What begins a task: an attempt, unless the attempts of an earlier session used up the bound. */
const BEGIN = [
  { guard: "hasAttemptsLeft", target: "executing", actions: ["begin", "takeOver"] },
  {
    target: "escalated",
    actions: [
      "begin",
      "takeOver",
      { type: "escalateFor", params: { reason: "max_retries_exceeded" } },
    ],
  },
] as const;

/** How an attempt fails, whether in its execution or in its verification. */
const FAILURES = {
  FAILED: { guard: "isCurrent", target: "retrying", actions: "recordFailure" },
  HOPELESS: {
    guard: "isCurrent",
    target: "escalated",
    actions: ["recordFailure", { type: "escalateFor", params: { reason: null } }],
  },
  RECOVERED: {
    guard: "isAbandoned",
    target: "retrying",
    actions: ["recordFailure", "takeOver"],
  },
  BROKEN: {
    guard: "isCurrent",
    target: "aborted",
    actions: { type: "explain", params: { cause: "system" } },
  },
} as const;

/** What follows from a person's decision. */
const DECISIONS = [
  { guard: "wantsRetry", target: "executing", actions: "startCountAgain" },
  { guard: "wantsFix", target: "executing", actions: "takeFix" },
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
] as const;

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
    output: {} as VerifyOutput,
    tags: {} as "exhausted",
  },
  delays: {
    retryDelay: ({ context }) => context.settings.retryDelay,
    executeTimeout: ({ context }) => context.settings.executeTimeout,
    verifyTimeout: ({ context }) => context.settings.verifyTimeout,
  },
  guards: {
    hasAttemptsLeft: ({ context }) => context.attempt < context.bound,
    isCurrent: (given) => isCurrent(given),
    isStuck: ({ context: { failures, settings, settledFailures } }) =>
      settings.stuckAfter !== null && isStuck(failures.slice(settledFailures), settings.stuckAfter),
    wantsRetry: (given) => decisionIn(given)?.action === "retry",
    wantsFix: (given) => decisionIn(given)?.action === "fix",
    wantsSkip: (given) => decisionIn(given)?.action === "skip",
    wantsAbort: (given) => decisionIn(given)?.action === "abort",
    /** Another process may have taken the task over first. */
    isAbandoned: ({ context, event }) => {
      if (event.type !== "RECOVERED") return false;
      const { from, process } = event;
      // A host without a name knows of no other; one with a name says whom it takes the task from.
      return from === context.process || (from === undefined && process === undefined);
    },
    isNamed: ({ event }) => event.type === "RECOVERED" && event.process !== undefined,
    mayAskAgain: ({ context }) => (context.asked ?? 1) < (context.settings.maxAsks ?? MAX_ASKS),
    endsUndecided: ({ context }) => context.whenUndecided === "end",
    isSetToSkip: ({ context }) => context.settings.onEscalate === "skip",
    isSetToAbort: ({ context }) => context.settings.onEscalate === "abort",
  },
  actions: {
    // What the machine wants done. Each can be replaced with `provide`.
    execute: emit(({ context }) => ({
      type: "verify.execute" as const,
      ...attemptOrder(context),
      ...addressOf(context),
    })),
    verify: emit(({ context }) => ({
      type: "verify.verify" as const,
      ...attemptOrder(context),
      ...addressOf(context),
    })),
    stop: emit(({ context }) => ({ type: "verify.timeout" as const, attempt: context.attempt })),
    escalate: emit(({ context }) => ({
      type: "verify.escalate" as const,
      ...escalationOrder(context),
      ...addressOf(context),
    })),

    // What it keeps in mind.
    begin: assign({ startedAt: ({ event }) => momentOf(event) }),
    /** From now on this process runs the task. */
    takeOver: assign(({ event }) => {
      const isOf = event.type === "START" || event.type === "RECOVERED";
      return isOf && event.process !== undefined ? { process: event.process } : {};
    }),
    countAttempt: assign(({ context, event }) => ({
      attempt: context.attempt + 1,
      executions: context.executions + 1,
      since: momentOf(event),
      attemptSince: momentOf(event),
      cause: null,
      escalation: null,
      status: null,
      ...(context.learned && { learned: [] }),
    })),
    noteLearned: assign(({ event }) =>
      event.type === "EXECUTED" && event.learnings ? { learned: event.learnings } : {},
    ),
    countTime: assign({ since: ({ event }) => momentOf(event) }),
    recordFailure: assign((given) => {
      const { event } = given;
      if (event.type === "RECOVERED") return failed(given, "execution_error", INTERRUPTED);
      const isFailure = event.type === "FAILED" || event.type === "HOPELESS";
      return isFailure ? failed(given, event.failure, event.report) : {};
    }),
    recordTimeout: assign((given, params: { of: "executeTimeout" | "verifyTimeout" }) => {
      const what = params.of === "executeTimeout" ? "Execution" : "Verification";
      const error = `${what} took longer than ${given.context.settings[params.of]} ms`;
      return failed(given, "timeout", { error });
    }),
    escalateFor: assign(({ context, event }, params: { reason: EscalationReason | null }) => ({
      cause: params.reason === null ? context.cause : ("policy" as const),
      escalation: params.reason ?? (event.type === "HOPELESS" ? event.reason : null),
      asked: 0,
      problem: null,
    })),
    forgetAsking: assign({ asked: 0, problem: null }),
    countAsk: assign({ asked: ({ context }) => (context.asked ?? 1) + 1 }),
    noteProblem: assign(({ event }) => {
      const said = event.type === "RESPOND" ? event.response : null;
      const error = event.type === "UNANSWERED" ? event.error : responseProblem(said);
      const isBroken = event.type === "UNANSWERED" && error !== null;
      return { problem: error, cause: isBroken ? ("system" as const) : ("policy" as const) };
    }),
    startCountAgain: assign(({ context }) => ({
      attempt: 0,
      bound: context.settings.maxAttempts,
      settledFailures: context.failures.length,
    })),
    takeFix: assign((given) => {
      const { context } = given;
      const decision = decisionIn(given);
      return {
        bound: context.bound + 1,
        settledFailures: context.failures.length,
        intervention: decision?.action === "fix" ? decision.instruction : null,
      };
    }),
    explain: assign({
      detail: ({ event }) => ("detail" in event ? event.detail : null),
      cause: (_, params: { cause: Cause }) => params.cause,
      since: ({ event }) => momentOf(event),
    }),
    end: enqueueActions(({ context, enqueue }, params: { as: VerifyStatus }) => {
      enqueue.assign({ status: params.as });
      enqueue.emit({ type: "verify.ended", ...endingOf({ ...context, status: params.as }) });
    }),
  },
}).createMachine({
  id: "verify-retry-escalate",
  meta: { interpreter: "readback" },
  context: ({ input }) => contextOf(input),
  output: ({ context }) => endingOf(context),
  initial: "pending",
  on: {
    ABORT: { target: ".aborted", actions: { type: "explain", params: { cause: "system" } } },
  },
  states: {
    pending: {
      description: "Nothing has been tried.",
      on: { START: BEGIN, RECOVERED: BEGIN },
    },
    executing: {
      description: "An attempt is made.",
      entry: ["countAttempt", "execute"],
      after: {
        executeTimeout: {
          target: "retrying",
          actions: [{ type: "recordTimeout", params: { of: "executeTimeout" } }, "stop"],
        },
      },
      on: {
        EXECUTED: { guard: "isCurrent", target: "verifying", actions: "noteLearned" },
        BLOCKED: {
          guard: "isCurrent",
          target: "blocked",
          actions: { type: "explain", params: { cause: "system" } },
        },
        ...FAILURES,
      },
    },
    verifying: {
      description: "What the attempt came to is checked.",
      entry: ["countTime", "verify"],
      after: {
        verifyTimeout: {
          target: "retrying",
          actions: [{ type: "recordTimeout", params: { of: "verifyTimeout" } }, "stop"],
        },
      },
      on: {
        PASSED: {
          guard: "isCurrent",
          target: "done",
          actions: { type: "explain", params: { cause: "policy" } },
        },
        ...FAILURES,
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
      on: { RECOVERED: { guard: and(["isAbandoned", "isNamed"]), actions: "takeOver" } },
    },
    escalated: {
      description: "A person decides: retry, fix, skip or abort.",
      meta: { waitsFor: "person" },
      tags: "exhausted",
      entry: [
        "countAsk",
        // Unless it was decided beforehand what follows.
        enqueueActions(({ context, enqueue }) => {
          const { onEscalate = "ask" } = context.settings;
          if (onEscalate === "ask") enqueue("escalate");
        }),
      ],
      always: [
        {
          guard: "isSetToSkip",
          target: "skipped",
          actions: { type: "explain", params: { cause: "policy" } },
        },
        {
          guard: "isSetToAbort",
          target: "aborted",
          actions: { type: "explain", params: { cause: "policy" } },
        },
      ],
      on: {
        RESPOND: [
          ...DECISIONS,
          {
            guard: and(["isCurrent", "mayAskAgain"]),
            target: "escalated",
            reenter: true,
            actions: "noteProblem",
          },
          { guard: "isCurrent", target: "undecided", actions: "noteProblem" },
        ],
        UNANSWERED: { guard: "isCurrent", target: "undecided", actions: "noteProblem" },
        RECOVERED: {
          guard: "isAbandoned",
          target: "escalated",
          reenter: true,
          actions: ["forgetAsking", "takeOver"],
        },
      },
    },
    undecided: {
      description: "Nobody decided, and whoever waits is told. A later decision still counts.",
      meta: { waitsFor: "person" },
      tags: "exhausted",
      entry: { type: "end", params: { as: "escalated" } },
      always: { guard: "endsUndecided", target: "unresolved" },
      on: {
        RESPOND: DECISIONS,
        RECOVERED: {
          guard: "isAbandoned",
          target: "escalated",
          actions: ["forgetAsking", "takeOver"],
        },
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
    unresolved: {
      type: "final",
      description: "Nobody decided, and nobody is waited for.",
    },
  },
});
