// What the formats of Readback themselves say. Nothing else is kept when a run is redacted.

const list = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/** The names of fields: of events, contexts and what is in them, in every version. */
export const FIELDS: ReadonlySet<string> = new Set([
  // Starts, checkpoints and recorded states.
  ...list("input value context deadlines event born moves type at output error status children"),
  // ask-with-render-ack
  ...list("ask askId requestBase offset former upTo session from title questions maxRetries retry"),
  ...list("concurrency times renderTimeout responseTimeout responseCap queueCap idleWindow memory"),
  ...list("lateAnswerWindow id question header options label description required placeholder"),
  ...list("custom initial values call caller key patience others process terms requestId beside"),
  ...list("surface answers problem hint how generation earlier attempt bound cause closedUpTo"),
  ...list("answeredUpTo renderConfirmed shownIn actedOn callers since until handedTo answer kept"),
  ...list("outcome untold remembered result answered cancelled timedOut shouldRetry retryReason"),
  ...list("receipt unheard"),
  // todo-attempt-guard
  ...list("guarded todo maxRetryAttempts validationTimeout retention onGuardFailure"),
  ...list(
    "rememberCompleted rules claims toolUseId verdict decidedAt twinOf reported silent ending",
  ),
  ...list("kind decision reason unchecked detail"),
  // instruction-ack
  ...list("instruction content expiresAfter whenFailed queuedAt dispatches text repeated failures"),
  ...list("ended trackedAs idle every by tool texts"),
  // verify-retry-escalate
  ...list("task name dependants settings maxAttempts retryDelay executeTimeout verifyTimeout"),
  ...list("stuckAfter maxAsks onEscalate previous used whenUndecided settledFailures executions"),
  ...list("intervention escalation asked startedAt attemptSince failure report execution response"),
  ...list("action details verification command exitCode outputSummary path linesChanged"),
  ...list("rootCauseGuess suggestedFix learnings files fingerprint timestamp failure_type"),
  ...list("error_summary error_details executor_output files_modified exit_code output_summary"),
  ...list("root_cause_guess suggested_fix files_state lines_changed duration_ms"),
]);

const CAUSES = list("human timer policy system");
const ASK_OUTCOMES = [
  ...list(
    "answered not_rendered pending exhausted timed_out cancelled declined aborted superseded",
  ),
  ...list("rejected no_surface abandoned"),
];
const FAILURES = list("execution_error verification_failed timeout architect_rejected");
const ESCALATIONS = [
  ...list("max_retries_exceeded same_failure_repeated permission_denied service_unavailable"),
  ...list("conflicting_requirements reported_impossible"),
];
const VERDICTS = list(
  "review allowed validation_failed withheld exhausted approved cleared guard_failed",
);
const ENDS = list("done skipped aborted blocked escalated");
const RESPONSES = list("retry skip abort fix");

/** Fields that hold one of a few words, and these words. */
export const CHOICES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    type: list("text select multi-select confirm"),
    retry: list("agent host"),
    concurrency: list("queue reject replace"),
    cause: CAUSES,
    by: CAUSES,
    outcome: ASK_OUTCOMES,
    kept: list("answered cancelled declined"),
    how: list("stopping gone"),
    onGuardFailure: list("block allow"),
    kind: VERDICTS,
    decision: list("allow block"),
    from: list("list report"),
    ending: list("completed retention session_ended"),
    whenFailed: list("end wait"),
    ended: list("acknowledged discarded failed"),
    status: [...ENDS, ...list("success failure partially_modified active error stopped")],
    onEscalate: list("ask skip abort"),
    whenUndecided: list("end wait"),
    failure: FAILURES,
    failure_type: FAILURES,
    escalation: ESCALATIONS,
    reason: ESCALATIONS,
    action: RESPONSES,
    response: RESPONSES,
  }).map(([field, words]) => [field, new Set(words)]),
);

/** How an instance ends, and what callers are told, where that is no state. */
export const OUTCOMES: ReadonlySet<string> = new Set([
  ...ASK_OUTCOMES,
  ...ENDS,
  ...list("active error stopped failed acknowledged discarded completed"),
  ...list("ask.told guard.verdict instruction.queue verify.execute verify.escalate verify.ended"),
]);

/** Names of events and parts of the names of states that earlier versions had. */
export const EARLIER: ReadonlySet<string> = new Set([
  ...list("RETRY CLAIM JOIN"),
  ...list("presenting rendering queued rendered waiting listening receipt received untold holding"),
  ...list("handedOver remembered awaitingRetry open ended closed claimed answered timedOut"),
  ...list("unrendered"),
]);
