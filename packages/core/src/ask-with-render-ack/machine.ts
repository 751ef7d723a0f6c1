import { and, assign, emit, enqueueActions, not, setup } from "xstate";
import type { Bounded } from "../runtime/step.js";
import {
  type Ask,
  type AskContext,
  type AskEmitted,
  type AskEvent,
  isOpenRequestOf,
  requestOf,
  resultOf,
} from "./ask.js";
import type { AskOutcome, AskResult } from "./result.js";

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
    isHeard: ({ context }) => !context.unheard,
    isUnheard: ({ context }) => context.unheard,
    isShownLate: ({ context }) => context.renderConfirmed,
    hasKeptAnswer: ({ context }) => context.kept === "answered",
    hasKeptCancel: ({ context }) => context.kept === "cancelled",
    hasKeptDecline: ({ context }) => context.kept === "declined",
    hasNothingKept: ({ context }) => context.kept === null,
    hasNoAnswerKept: ({ context }) => context.kept !== "answered",
    /** Somebody waits, and nothing more has to be known than that the answer came. */
    isSimplyHeard: ({ context }) =>
      !context.unheard && (!context.ask.receipt || context.ask.times.lateAnswerWindow === 0),
    needsReceipt: ({ context }) => context.ask.receipt && context.ask.times.lateAnswerWindow > 0,
    takesNoLateAnswers: ({ context }) => context.ask.times.lateAnswerWindow === 0,
  },
  actions: {
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    present: enqueueActions(({ context, enqueue }) => {
      const requestId = nextRequest(context);
      const attempt = context.attempt + 1;
      const next = { attempt, requestId, renderConfirmed: false, cause: null, hint: null };
      enqueue.assign(next);
      const { ask, closedUpTo } = context;
      const request = requestOf({ ask, attempt, requestId, closedUpTo });
      enqueue.emit({ type: "ask.present", request });
    }),
    confirmRender: assign({ renderConfirmed: true }),
    takeAnswer: assign({
      renderConfirmed: true,
      requestId: ({ context, event }) =>
        "requestId" in event ? event.requestId : context.requestId,
      answers: ({ context, event }) => (event.type === "ANSWER" ? event.answers : context.answers),
    }),
    leave: assign({ unheard: true }),
    hear: assign({ unheard: false }),
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
    unheard: false,
    outcome: null,
    hint: null,
  }),
  initial: "open",
  states: {
    open: {
      description: "The question is with a person; a call with the same question joins.",
      initial: "presenting",
      on: {
        ANSWER: [
          {
            guard: and(["isForThisAsk", "isSimplyHeard"]),
            target: "answered",
            actions: [
              { type: "closeOther", params: { reason: "answered" } },
              "takeAnswer",
              "acknowledge",
            ],
          },
          {
            guard: and(["isForThisAsk", not("takesNoLateAnswers")]),
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
        LEAVE: { guard: "isHeard", actions: "leave" },
        JOIN: { guard: "isUnheard", actions: "hear" },
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
      entry: "hear",
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
          {
            guard: and(["hasKeptAnswer", "needsReceipt"]),
            target: "ended.holding",
            actions: [
              "countAttempt",
              { type: "because", params: { cause: "human" } },
              { type: "settle", params: { outcome: "answered" } },
            ],
          },
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
      initial: "deciding",
      states: {
        deciding: {
          always: [
            { guard: "isUnheard", target: "untold" },
            { guard: "takesNoLateAnswers", target: "#ask-with-render-ack.closed" },
            { target: "listening" },
          ],
        },
        untold: {
          description: "Nobody waited when it ended: the next call is told how.",
          entry: "tidy",
          exit: "hear",
          after: { idleWindow: "deciding" },
          on: {
            CLAIM: "deciding",
            ANSWER: {
              guard: and(["isForThisAsk", not("takesNoLateAnswers")]),
              target: "holding",
              actions: ["takeAnswer", { type: "keep", params: { as: "answered" } }, "acknowledge"],
            },
          },
        },
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
          description: "An answer that no caller is known to have.",
          entry: "tidy",
          after: { lateAnswerWindow: "#ask-with-render-ack.closed" },
          on: { CLAIM: "#ask-with-render-ack.claimed" },
        },
      },
    },
    claimed: {
      type: "final",
      entry: "tidy",
      description: "A caller has the answer.",
    },
    closed: {
      type: "final",
      description: "Over, and no late answer is taken any more.",
      entry: "tidy",
    },
  },
  output: ({ context }) => resultOf(context, context.outcome ?? "abandoned"),
});
