import { and, assign, emit, enqueueActions, not, setup } from "xstate";
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
  readonly title: string | null;
  readonly questions: readonly Question[];
  readonly maxRetries: number;
  /** `agent`: tell the agent to call again. `host`: present again inside the same call. */
  readonly retry: "agent" | "host";
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
      /** Nobody waits, as after a restart: keep it for the next ask of the same question. */
      readonly unheard?: true;
    } & FromRequest)
  | ({ readonly type: "CANCEL" } & FromRequest)
  | ({ readonly type: "DECLINE" } & FromRequest)
  /** The UI could not be reached: as a render timeout, but now. */
  | ({ readonly type: "PRESENT_FAILED"; readonly hint: string } & FromRequest)
  | ({ readonly type: "NO_SURFACE"; readonly hint: string } & FromRequest)
  /** Nobody waits for the result any more. */
  | { readonly type: "ABORT"; readonly hint?: string }
  | { readonly type: "SUPERSEDE" }
  /** The agent calls again. */
  | { readonly type: "RETRY" }
  /** A new ask of the same question takes the late answer over. */
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

const nextRequest = ({ ask, attempt }: AskContext) => `${ask.requestBase}.${attempt + 1}`;

/**
 * ask-with-render-ack: a question counts as asked only when the UI confirms that it is on screen.
 * One instance is one logical ask; its retry budget outlives the single call.
 */
export const askMachine = setup({
  types: {
    context: {} as AskContext,
    input: {} as Ask,
    events: {} as AskEvent,
    emitted: {} as AskEmitted,
    output: {} as AskResult,
    tags: {} as "idle",
  },
  delays: {
    renderTimeout: ({ context }) => context.ask.times.renderTimeout,
    responseTimeout: ({ context }) => context.ask.times.responseTimeout,
    responseCap: ({ context }) => context.ask.times.responseCap,
    queueCap: ({ context }) => context.ask.times.queueCap,
    idleWindow: ({ context }) => context.ask.times.idleWindow,
    lateAnswerWindow: ({ context }) => context.ask.times.lateAnswerWindow,
  },
  guards: {
    hasAttemptsLeft: ({ context }) => context.attempt < context.bound,
    hostRetries: ({ context }) => context.ask.retry === "host",
    isActiveRequest: ({ context, event }) =>
      "requestId" in event && event.requestId === context.requestId,
    isOwnRequest: ({ context, event }) =>
      "requestId" in event && isOpenRequestOf(context, event.requestId),
    /** Once one presentation is on screen, a person may act on it or on the latest. */
    isShownRequest: ({ context, event }) =>
      "requestId" in event &&
      isOpenRequestOf(context, event.requestId) &&
      (context.renderConfirmed || event.requestId === context.requestId),
    isForThisAsk: ({ context, event }) =>
      event.type === "ANSWER" && event.askId === context.ask.askId,
    isHeard: ({ event }) => event.type === "ANSWER" && event.unheard !== true,
    isShownLate: ({ context }) => context.renderConfirmed,
    hasKeptAnswer: ({ context }) => context.kept === "answered",
    hasKeptCancel: ({ context }) => context.kept === "cancelled",
    hasKeptDecline: ({ context }) => context.kept === "declined",
    hasNothingKept: ({ context }) => context.kept === null,
    hasNoAnswerKept: ({ context }) => context.kept !== "answered",
    takesNoLateAnswers: ({ context }) => context.ask.times.lateAnswerWindow === 0,
  },
  actions: {
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    present: enqueueActions(({ context, enqueue }) => {
      const requestId = nextRequest(context);
      const attempt = context.attempt + 1;
      const next = { attempt, requestId, renderConfirmed: false, cause: null, hint: null };
      enqueue.assign(next);
      enqueue.emit({ type: "ask.present", request: requestOf({ ...context, ...next }) });
    }),
    confirmRender: assign({ renderConfirmed: true }),
    takeAnswer: assign({
      renderConfirmed: true,
      requestId: ({ context, event }) =>
        "requestId" in event ? event.requestId : context.requestId,
      answers: ({ context, event }) => (event.type === "ANSWER" ? event.answers : context.answers),
    }),
    keep: assign({ kept: (_, params: { as: "answered" | "cancelled" | "declined" }) => params.as }),
    acknowledge: emit(({ event }) => ({
      type: "ask.acknowledge" as const,
      requestId: "requestId" in event ? event.requestId : "",
    })),
    because: assign({
      cause: (_, params: { cause: Bounded["cause"] }) => params.cause,
      hint: ({ context, event }) => ("hint" in event ? (event.hint ?? null) : context.hint),
    }),
    close: enqueueActions(({ context, enqueue }, params: { reason: AskOutcome }) => {
      const { requestId } = context;
      if (requestId !== null) {
        enqueue.emit({ type: "ask.close", requestId, reason: params.reason });
      }
    }),
    /** A person acted on one presentation: the latest, if that is another, has to go. */
    closeOther: enqueueActions(({ context, event, enqueue }, params: { reason: AskOutcome }) => {
      const { requestId } = context;
      if (requestId !== null && "requestId" in event && event.requestId !== requestId) {
        enqueue.emit({ type: "ask.close", requestId, reason: params.reason });
      }
    }),
    tidy: emit(({ context }) => ({ type: "ask.over" as const, askId: context.ask.askId })),
    /** Tells the callers; the ask goes on. */
    report: emit(({ context }, params: { outcome: AskOutcome }) => ({
      type: "ask.settled" as const,
      result: resultOf(context, params.outcome),
    })),
    /** Tells the callers; the ask has its one outcome. */
    settle: enqueueActions(({ context, enqueue }, params: { outcome: AskOutcome }) => {
      enqueue.assign({ outcome: params.outcome });
      enqueue.emit({ type: "ask.settled", result: resultOf(context, params.outcome) });
    }),
  },
}).createMachine({
  id: "ask-with-render-ack",
  context: ({ input }) => ({
    ask: input,
    attempt: 0,
    bound: 1 + input.maxRetries,
    cause: null,
    requestId: null,
    closedUpTo: 0,
    renderConfirmed: false,
    answers: [],
    kept: null,
    outcome: null,
    hint: null,
  }),
  initial: "open",
  states: {
    open: {
      description: "Somebody waits; a call with the same question joins.",
      initial: "presenting",
      on: {
        ANSWER: [
          {
            guard: and(["isForThisAsk", "isHeard"]),
            target: "answered",
            actions: [
              { type: "closeOther", params: { reason: "answered" } },
              "takeAnswer",
              "acknowledge",
            ],
          },
          {
            guard: "isForThisAsk",
            target: "ended.holding",
            actions: [
              { type: "closeOther", params: { reason: "answered" } },
              "takeAnswer",
              { type: "keep", params: { as: "answered" } },
              "acknowledge",
              { type: "because", params: { cause: "human" } },
              { type: "settle", params: { outcome: "answered" } },
            ],
          },
        ],
        CANCEL: {
          guard: "isShownRequest",
          target: "ended",
          actions: [
            { type: "closeOther", params: { reason: "cancelled" } },
            { type: "because", params: { cause: "human" } },
            { type: "settle", params: { outcome: "cancelled" } },
          ],
        },
        DECLINE: {
          guard: "isShownRequest",
          target: "ended",
          actions: [
            { type: "closeOther", params: { reason: "declined" } },
            { type: "because", params: { cause: "human" } },
            { type: "settle", params: { outcome: "declined" } },
          ],
        },
        ABORT: [
          {
            guard: "hasAttemptsLeft",
            target: "awaitingRetry",
            actions: [
              { type: "because", params: { cause: "system" } },
              { type: "close", params: { reason: "aborted" } },
              { type: "report", params: { outcome: "aborted" } },
              // The dialog was closed: the next attempt has to show it again.
              assign({ renderConfirmed: false, closedUpTo: ({ context }) => context.attempt }),
            ],
          },
          {
            target: "ended",
            actions: [
              { type: "because", params: { cause: "system" } },
              { type: "close", params: { reason: "aborted" } },
              { type: "settle", params: { outcome: "aborted" } },
            ],
          },
        ],
        SUPERSEDE: {
          target: "ended",
          actions: [
            { type: "because", params: { cause: "policy" } },
            { type: "close", params: { reason: "superseded" } },
            { type: "settle", params: { outcome: "superseded" } },
          ],
        },
      },
      states: {
        presenting: {
          entry: "present",
          initial: "rendering",
          on: {
            RENDERED: { guard: "isOwnRequest", target: "rendered", actions: "confirmRender" },
            NO_SURFACE: {
              guard: "isActiveRequest",
              target: "#ask-with-render-ack.ended",
              actions: [
                { type: "because", params: { cause: "system" } },
                { type: "settle", params: { outcome: "no_surface" } },
              ],
            },
            PRESENT_FAILED: {
              guard: "isActiveRequest",
              target: "unrendered",
              actions: { type: "because", params: { cause: "system" } },
            },
          },
          states: {
            rendering: {
              description: "The render clock runs.",
              after: {
                renderTimeout: {
                  target: "#unrendered",
                  actions: { type: "because", params: { cause: "timer" } },
                },
              },
              on: { QUEUED: { guard: "isActiveRequest", target: "queued" } },
            },
            queued: {
              description: "The UI shows other questions first; the render clock stands still.",
              after: {
                queueCap: {
                  target: "#unrendered",
                  actions: { type: "because", params: { cause: "timer" } },
                },
              },
              on: { DEQUEUED: { guard: "isActiveRequest", target: "rendering" } },
            },
          },
        },
        unrendered: {
          id: "unrendered",
          description: "The attempt failed: retry here, have the agent retry, or give up.",
          always: [
            { guard: and(["hasAttemptsLeft", "hostRetries"]), target: "presenting" },
            {
              guard: "hasAttemptsLeft",
              target: "#ask-with-render-ack.awaitingRetry",
              actions: { type: "report", params: { outcome: "not_rendered" } },
            },
            {
              target: "#ask-with-render-ack.ended",
              actions: [
                { type: "close", params: { reason: "exhausted" } },
                { type: "settle", params: { outcome: "exhausted" } },
              ],
            },
          ],
        },
        rendered: {
          description: "On screen. Activity re-arms the response clock, up to the cap.",
          initial: "waiting",
          after: { responseCap: "#timedOut" },
          states: {
            waiting: {
              after: { responseTimeout: "#timedOut" },
              on: { ACTIVITY: { guard: "isOwnRequest", target: "waiting", reenter: true } },
            },
          },
        },
        timedOut: {
          id: "timedOut",
          always: {
            target: "#ask-with-render-ack.ended",
            actions: [
              { type: "because", params: { cause: "timer" } },
              { type: "close", params: { reason: "timed_out" } },
              { type: "settle", params: { outcome: "timed_out" } },
            ],
          },
        },
      },
    },
    awaitingRetry: {
      description: "The agent was told to call again. What a person does meanwhile is kept.",
      tags: "idle",
      after: {
        idleWindow: [
          {
            guard: "hasKeptAnswer",
            target: "ended.holding",
            actions: [
              { type: "because", params: { cause: "timer" } },
              { type: "settle", params: { outcome: "abandoned" } },
            ],
          },
          {
            target: "ended",
            actions: [
              { type: "because", params: { cause: "timer" } },
              { type: "close", params: { reason: "abandoned" } },
              { type: "settle", params: { outcome: "abandoned" } },
            ],
          },
        ],
      },
      on: {
        RENDERED: {
          guard: and(["isOwnRequest", "hasNothingKept", not("isShownLate")]),
          actions: "confirmRender",
        },
        ANSWER: {
          guard: and(["isForThisAsk", "hasNoAnswerKept"]),
          actions: [
            { type: "closeOther", params: { reason: "answered" } },
            "takeAnswer",
            { type: "keep", params: { as: "answered" } },
            "acknowledge",
          ],
        },
        CANCEL: {
          guard: and(["isOwnRequest", "hasNothingKept"]),
          actions: [
            { type: "closeOther", params: { reason: "cancelled" } },
            { type: "keep", params: { as: "cancelled" } },
          ],
        },
        DECLINE: {
          guard: and(["isOwnRequest", "hasNothingKept"]),
          actions: [
            { type: "closeOther", params: { reason: "declined" } },
            { type: "keep", params: { as: "declined" } },
          ],
        },
        RETRY: [
          { guard: "hasKeptAnswer", target: "answered", actions: "countAttempt" },
          {
            guard: "hasKeptCancel",
            target: "ended",
            actions: [
              "countAttempt",
              { type: "because", params: { cause: "human" } },
              { type: "settle", params: { outcome: "cancelled" } },
            ],
          },
          {
            guard: "hasKeptDecline",
            target: "ended",
            actions: [
              "countAttempt",
              { type: "because", params: { cause: "human" } },
              { type: "settle", params: { outcome: "declined" } },
            ],
          },
          { guard: "isShownLate", target: "open.rendered", actions: "countAttempt" },
          { target: "open" },
        ],
      },
    },
    answered: {
      type: "final",
      description: "The person answered.",
      entry: [
        { type: "because", params: { cause: "human" } },
        { type: "settle", params: { outcome: "answered" } },
        "tidy",
      ],
    },
    ended: {
      description:
        "Over. An answer that still comes is kept for the next ask of the same question.",
      tags: "idle",
      initial: "listening",
      always: { guard: "takesNoLateAnswers", target: "closed" },
      states: {
        listening: {
          entry: "tidy",
          after: { lateAnswerWindow: "#ask-with-render-ack.closed" },
          on: {
            ANSWER: {
              guard: "isForThisAsk",
              target: "holding",
              actions: ["takeAnswer", { type: "keep", params: { as: "answered" } }, "acknowledge"],
            },
            FORGET: "#ask-with-render-ack.closed",
          },
        },
        holding: {
          entry: "tidy",
          after: { lateAnswerWindow: "#ask-with-render-ack.closed" },
          on: { CLAIM: "#ask-with-render-ack.claimed" },
        },
      },
    },
    claimed: {
      type: "final",
      entry: "tidy",
      description: "The late answer was given to the next ask of the same question.",
    },
    closed: {
      type: "final",
      description: "Over, and no late answer is taken any more.",
      entry: "tidy",
    },
  },
  output: ({ context }) => resultOf(context, context.outcome ?? "abandoned"),
});

/** Whether this ask may have been presented as `requestId`. */
export function isRequestOf(context: AskContext, requestId: string): boolean {
  return attemptOf(context, requestId) !== undefined;
}

/** Whether it was, and the UI was not told to close that since. */
function isOpenRequestOf(context: AskContext, requestId: string): boolean {
  return (attemptOf(context, requestId) ?? 0) > context.closedUpTo;
}

function attemptOf({ ask, attempt }: AskContext, requestId: string): number | undefined {
  for (let made = attempt; made > 0; made -= 1) {
    if (requestId === `${ask.requestBase}.${made}`) return made;
  }
  return undefined;
}

/** What the UI is asked to show for the current attempt. */
export function requestOf({ ask, attempt, requestId }: AskContext): QuestionRequest {
  return {
    requestId: requestId ?? "",
    askId: ask.askId,
    session: ask.session,
    title: ask.title,
    questions: ask.questions,
    attempt,
    maxRetries: ask.maxRetries,
    notice:
      attempt > 1 ? `Previous attempt failed to display. This is retry attempt ${attempt}.` : null,
  };
}
