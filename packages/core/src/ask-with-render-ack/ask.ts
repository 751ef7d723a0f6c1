import type { Bounded } from "../runtime/step.js";
import type { Answer } from "./answers.js";
import { type AskOutcome, type AskResult, askResult } from "./result.js";
import type { Question } from "./schema.js";

/** How long each wait may last, in milliseconds. */
export interface AskTimes {
  /** From presenting to the render acknowledgement. */
  readonly renderTimeout: number;
  /** From the render acknowledgement, or the last activity, to the answer. */
  readonly responseTimeout: number;
  /** From the render acknowledgement to the answer, whatever the activity. */
  readonly responseCap: number;
  /** How long the UI may keep the question queued behind others. */
  readonly queueCap: number;
  /** How long the agent has to call again before the count ends. */
  readonly idleWindow: number;
  /** How long an answer to an ended ask is accepted, and then kept; 0: not at all. */
  readonly lateAnswerWindow: number;
}

/** One logical ask. */
export interface Ask {
  /** Hash of session, title and questions: who calls with the same gets the same ask. */
  readonly askId: string;
  /** Unguessable name of this ask; its requests are `<requestBase>.<attempt>`. */
  readonly requestBase: string;
  readonly session: string;
  /** Who asks, as the person sees it. */
  readonly from: string | null;
  readonly title: string | null;
  readonly questions: readonly Question[];
  readonly maxRetries: number;
  /** `agent`: tell the agent to call again. `host`: present again inside the same call. */
  readonly retry: "agent" | "host";
  /** Keep an answer until a caller has it: the journal may outlive the process that was told. */
  readonly receipt: boolean;
  readonly times: AskTimes;
}

export interface AskContext extends Bounded {
  readonly ask: Ask;
  /** The latest presentation; once there are answers, the one they came from. */
  readonly requestId: string | null;
  /** Presentations up to this attempt were closed: what a UI still says of them is stale. */
  readonly closedUpTo: number;
  readonly renderConfirmed: boolean;
  readonly answers: readonly Answer[];
  /** What a person did while the agent was told to retry, or after the ask had ended. */
  readonly kept: "answered" | "cancelled" | "declined" | null;
  /** Nobody waits: what happens now is kept for the next call. */
  readonly unheard: boolean;
  /** The one terminal outcome. */
  readonly outcome: AskOutcome | null;
  /** What the surface said about its failure. */
  readonly hint: string | null;
}

/** What the UI is asked to show. */
export interface QuestionRequest {
  readonly requestId: string;
  readonly askId: string;
  readonly session: string;
  /** Who asks, in words for the person; `null` when the caller did not say. */
  readonly from: string | null;
  readonly title: string | null;
  readonly questions: readonly Question[];
  readonly attempt: number;
  readonly maxRetries: number;
  /** A warning for the person on a retry, else `null`. */
  readonly notice: string | null;
}

interface FromRequest {
  readonly requestId: string;
}

export type AskEvent =
  /** The question is on screen. */
  | ({ readonly type: "RENDERED" } & FromRequest)
  /** The UI shows other questions first. */
  | ({ readonly type: "QUEUED" } & FromRequest)
  /** It is this question's turn: the render clock runs again. */
  | ({ readonly type: "DEQUEUED" } & FromRequest)
  /** The person types or moves. */
  | ({ readonly type: "ACTIVITY" } & FromRequest)
  /** Checked answers, from any presentation of this ask. */
  | ({
      readonly type: "ANSWER";
      readonly askId: string;
      readonly answers: readonly Answer[];
    } & FromRequest)
  | ({ readonly type: "CANCEL" } & FromRequest)
  | ({ readonly type: "DECLINE" } & FromRequest)
  /** The UI could not be reached: as a render timeout, but now. */
  | ({ readonly type: "PRESENT_FAILED"; readonly hint: string } & FromRequest)
  | ({ readonly type: "NO_SURFACE"; readonly hint: string } & FromRequest)
  /** Every caller was told to call again later: nobody waits just now, and the question stays. */
  | { readonly type: "LEAVE" }
  /** A caller waits again. */
  | { readonly type: "JOIN" }
  /** Nobody waits for the result any more. */
  | { readonly type: "ABORT"; readonly hint?: string }
  | { readonly type: "SUPERSEDE" }
  /** The agent calls again. */
  | { readonly type: "RETRY" }
  /** The next call with the same question takes over what came while nobody waited. */
  | { readonly type: "CLAIM" }
  /** The host needs the room: no late answer will be taken. */
  | { readonly type: "FORGET" };

export type AskEmitted =
  | { readonly type: "ask.present"; readonly request: QuestionRequest }
  | { readonly type: "ask.acknowledge"; readonly requestId: string }
  | { readonly type: "ask.close"; readonly requestId: string; readonly reason: AskOutcome }
  /** Every waiting caller gets this result. */
  | { readonly type: "ask.settled"; readonly result: AskResult }
  /** The ask has ended, or an ended one has changed: the host may tidy up. */
  | { readonly type: "ask.over"; readonly askId: string };

/** The result of an ask at this moment, as `outcome`. */
export function resultOf(context: AskContext, outcome: AskOutcome): AskResult {
  const { ask, attempt, requestId, renderConfirmed, answers, cause, hint } = context;
  return askResult(outcome, {
    renderConfirmed,
    answers: outcome === "answered" ? answers : [],
    attempt,
    maxRetries: ask.maxRetries,
    requestId,
    askId: ask.askId,
    cause,
    hint,
  });
}

/** Whether this ask may have been presented as `requestId`. */
export function isRequestOf(context: AskContext, requestId: string): boolean {
  return attemptOf(context, requestId) !== undefined;
}

/** Whether it was, and the UI was not told to close that since. */
export function isOpenRequestOf(context: AskContext, requestId: string): boolean {
  return (attemptOf(context, requestId) ?? 0) > context.closedUpTo;
}

function attemptOf({ ask, attempt }: AskContext, requestId: string): number | undefined {
  for (let made = attempt; made > 0; made -= 1) {
    if (requestId === `${ask.requestBase}.${made}`) return made;
  }
  return undefined;
}

/** What the UI is asked to show for the current attempt. */
export function requestOf({
  ask,
  attempt,
  requestId,
  closedUpTo,
}: Pick<AskContext, "ask" | "attempt" | "requestId" | "closedUpTo">): QuestionRequest {
  // One that was closed because its caller left did not fail.
  const hasFailed = attempt > 1 && closedUpTo < attempt - 1;
  return {
    requestId: requestId ?? "",
    askId: ask.askId,
    session: ask.session,
    from: ask.from,
    title: ask.title,
    questions: ask.questions,
    attempt,
    maxRetries: ask.maxRetries,
    notice: hasFailed
      ? `Previous attempt failed to display. This is retry attempt ${attempt}.`
      : null,
  };
}
