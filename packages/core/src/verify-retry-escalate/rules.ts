import { assign, emit, enqueueActions, setup } from "xstate";
import type { Cause } from "../bounded.js";
import { momentOf } from "../runtime/moment.js";
import { type EscalationReason, MAX_ASKS, type VerifyContext } from "./context.js";
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

/** What the chart of the verify machine speaks of: its questions (guards), its deeds (actions), its delays. */
export const verifyRules = setup({
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
});
