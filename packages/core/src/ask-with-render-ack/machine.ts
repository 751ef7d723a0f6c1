import { and, assign, not } from "xstate";
import { contextOf, resultOf } from "./context.js";
import { askRules } from "./rules.js";
import { askUpcast } from "./upcast.js";

/** An answer that did not reach the only caller it was given to is kept for the next one. */
const TAKE_BACK = [
  { guard: and(["isHandedTo", "isHandedToNobodyElse"]), target: "holding", actions: "takeBack" },
  { guard: "isHandedTo", actions: "takeBack" },
] as const;

/** A call that was made before, by its key, has its result already. */
const REPEAT = { guard: "isRepeatedCall", actions: "repeat" } as const;

/**
 * ask-with-render-ack: a question counts as asked only when the UI confirms that it is on screen.
 * One instance is one logical ask, through all its calls and generations; its retry budget outlives
 * the single call.
 */
export const askMachine = askRules.createMachine({
  id: "ask-with-render-ack",
  meta: { interpreter: "readback", upcast: askUpcast },
  context: ({ input }) => contextOf(input),
  initial: "called",
  on: {
    // What nothing below takes is told to whoever sent it.
    ANSWER: [
      { guard: "isRepeatedAnswer", actions: "acknowledge" },
      { guard: "isAnswered", actions: "closeAnswered" },
      { guard: "isKnownRequest", actions: "refuse" },
    ],
    WRONG_ANSWER: [
      { guard: "isAnswered", actions: "closeAnswered" },
      { guard: "isKnownRequest", actions: "refuse" },
    ],
    RENDERED: { guard: "isDead", actions: "closeDead" },
    QUEUED: { guard: "isDead", actions: "closeDead" },
    DEQUEUED: { guard: "isDead", actions: "closeDead" },
    ACTIVITY: { guard: "isDead", actions: "closeDead" },
    CANCEL: { guard: "isDead", actions: "closeDead" },
    DECLINE: { guard: "isDead", actions: "closeDead" },
  },
  states: {
    called: {
      description: "Somebody asks. By the terms of the call, other questions may come first.",
      always: [
        {
          guard: "isRejected",
          target: "closed",
          actions: ["reject", assign({ outcome: "rejected", cause: "policy" })],
        },
        { target: "open", actions: ["welcome", "replaceOthers"] },
      ],
    },
    open: {
      description: "The question is with a person; a call with the same question joins.",
      initial: "presenting",
      on: {
        CALL: [REPEAT, { guard: "isNewCaller", actions: ["welcome", "tellJoined"] }],
        ANSWER: {
          guard: and(["isNewAnswer", "isOfUse"]),
          target: "ended",
          actions: ["takeAnswer", { type: "end", params: { as: "answered", by: "human" } }],
        },
        CANCEL: {
          guard: "isShownRequest",
          target: "ended",
          actions: { type: "end", params: { as: "cancelled", by: "human" } },
        },
        DECLINE: {
          guard: "isShownRequest",
          target: "ended",
          actions: { type: "end", params: { as: "declined", by: "human" } },
        },
        IMPATIENT: {
          guard: "isWaiting",
          actions: { type: "dismiss", params: { as: "pending", by: "timer" } },
        },
        LEAVE: {
          guard: and(["isWaiting", "isWaitingHere"]),
          actions: { type: "dismiss", params: { as: "pending", by: "system" } },
        },
        ABORT: [
          {
            guard: and(["isWaiting", not("isLastCaller")]),
            actions: { type: "dismiss", params: { as: "aborted", by: "system" } },
          },
          {
            guard: and(["isWaiting", "hasAttemptsLeft", not("remembersNothing")]),
            target: "awaitingRetry",
            actions: { type: "report", params: { as: "aborted", by: "system" } },
          },
          {
            guard: "isWaiting",
            target: "ended",
            actions: { type: "end", params: { as: "aborted", by: "system" } },
          },
        ],
        SHOW: { actions: "show" },
        SUPERSEDE: {
          target: "ended",
          actions: { type: "end", params: { as: "superseded", by: "policy" } },
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
              actions: { type: "end", params: { as: "no_surface", by: "system" } },
            },
            PRESENT_FAILED: {
              guard: "isActiveRequest",
              target: "unrendered",
              actions: { type: "because", params: { by: "system" } },
            },
          },
          states: {
            rendering: {
              description: "The render clock runs.",
              after: {
                renderTimeout: {
                  target: "#ask-with-render-ack.open.unrendered",
                  actions: { type: "because", params: { by: "timer" } },
                },
              },
              on: { QUEUED: { guard: "isActiveRequest", target: "queued" } },
            },
            queued: {
              description: "The UI shows other questions first; the render clock stands still.",
              after: {
                queueCap: {
                  target: "#ask-with-render-ack.open.unrendered",
                  actions: { type: "because", params: { by: "timer" } },
                },
              },
              on: { DEQUEUED: { guard: "isActiveRequest", target: "rendering" } },
            },
          },
        },
        unrendered: {
          description: "The attempt failed: retry here, have the agent retry, or give up.",
          always: [
            { guard: and(["hasAttemptsLeft", "hostRetries"]), target: "presenting" },
            {
              guard: "hasAttemptsLeft",
              target: "#ask-with-render-ack.awaitingRetry",
              actions: { type: "report", params: { as: "not_rendered" } },
            },
            {
              target: "#ask-with-render-ack.ended",
              actions: { type: "end", params: { as: "exhausted" } },
            },
          ],
        },
        rendered: {
          description: "On screen. Activity re-arms the response clock, up to the cap.",
          meta: { waitsFor: "person" },
          initial: "waiting",
          on: {
            RENDERED: { guard: and(["isOwnRequest", "isShownInOneMore"]), actions: "showToo" },
            LOST: [
              { guard: and(["isOwnRequest", "isShownElsewhere"]), actions: "showLess" },
              // Nobody can see it any more: the person's clock stops, the render clock runs again.
              { guard: "isOwnRequest", target: "presenting" },
            ],
          },
          after: {
            responseCap: {
              target: "#ask-with-render-ack.ended",
              actions: { type: "end", params: { as: "timed_out", by: "timer" } },
            },
          },
          states: {
            waiting: {
              after: {
                responseTimeout: {
                  target: "#ask-with-render-ack.ended",
                  actions: { type: "end", params: { as: "timed_out", by: "timer" } },
                },
              },
              on: {
                ACTIVITY: { guard: "isOwnRequest", target: "waiting", reenter: true },
                // Whoever answers wrongly is there.
                WRONG_ANSWER: {
                  guard: "isOwnRequest",
                  target: "waiting",
                  reenter: true,
                  actions: "refuse",
                },
              },
            },
          },
        },
      },
    },
    awaitingRetry: {
      description: "The agent was told to call again. What a person does meanwhile is kept.",
      tags: "idle",
      after: {
        idleWindow: {
          target: "ended",
          actions: { type: "end", params: { as: "abandoned", by: "timer" } },
        },
      },
      on: {
        CALL: [
          REPEAT,
          {
            guard: "hasKeptAnswer",
            target: "ended",
            actions: [
              "welcome",
              "countAttempt",
              { type: "end", params: { as: "answered", by: "human" } },
            ],
          },
          {
            guard: "hasKeptCancel",
            target: "ended",
            actions: [
              "welcome",
              "countAttempt",
              { type: "end", params: { as: "cancelled", by: "human" } },
            ],
          },
          {
            guard: "hasKeptDecline",
            target: "ended",
            actions: [
              "welcome",
              "countAttempt",
              { type: "end", params: { as: "declined", by: "human" } },
            ],
          },
          { guard: "isRejected", actions: "reject" },
          {
            guard: "isShownLate",
            target: "open.rendered",
            actions: ["welcome", "countAttempt", "replaceOthers", "tellJoined"],
          },
          { target: "open", actions: ["welcome", "replaceOthers"] },
        ],
        RENDERED: {
          guard: and(["isOwnRequest", "hasNothingKept", not("isShownLate")]),
          actions: "confirmRender",
        },
        LOST: [
          { guard: and(["isOwnRequest", "isShownLate", "isShownElsewhere"]), actions: "showLess" },
          { guard: and(["isOwnRequest", "isShownLate"]), actions: "loseRender" },
        ],
        ANSWER: { guard: and(["isNewAnswer", "isOfUse"]), actions: "takeAnswer" },
        CANCEL: {
          guard: and(["isOwnRequest", "hasNothingKept"]),
          actions: { type: "keep", params: { as: "cancelled" } },
        },
        DECLINE: {
          guard: and(["isOwnRequest", "hasNothingKept"]),
          actions: { type: "keep", params: { as: "declined" } },
        },
      },
    },
    ended: {
      description: "Over. An answer that still comes is kept for the next call.",
      tags: "idle",
      initial: "deciding",
      states: {
        deciding: {
          always: [
            { guard: and(["wasAnswered", "takesNoLateAnswers"]), target: "received" },
            { guard: "isHandedOver", target: "handedOver" },
            { guard: "hasKeptAnswer", target: "holding" },
            { guard: "isUntold", target: "untold" },
            { guard: "takesNoLateAnswers", target: "#ask-with-render-ack.closed" },
            { target: "listening" },
          ],
        },
        untold: {
          description: "Nobody waited when it ended: the next call is told how.",
          entry: { type: "over", params: { spare: null } },
          after: { idleWindow: { target: "deciding", actions: "tellEnding" } },
          on: {
            CALL: [REPEAT, { target: "deciding", actions: "tellEnding" }],
            ANSWER: {
              guard: and(["isNewAnswer", "isOfUse"]),
              target: "holding",
              actions: "takeAnswer",
            },
          },
        },
        listening: {
          description: "A late answer is taken. A call asks again, as the next generation.",
          entry: { type: "over", params: { spare: "listening" } },
          after: { lateAnswerWindow: "#ask-with-render-ack.closed" },
          on: {
            CALL: [
              REPEAT,
              { guard: "isRejected", actions: "reject" },
              { target: "#ask-with-render-ack.called", actions: "beginGeneration" },
            ],
            ANSWER: { guard: "isNewAnswer", target: "holding", actions: "takeAnswer" },
            FORGET: "#ask-with-render-ack.closed",
          },
        },
        holding: {
          description: "There is an answer that no caller was given.",
          entry: { type: "over", params: { spare: null } },
          after: { lateAnswerWindow: "#ask-with-render-ack.closed" },
          on: { CALL: [REPEAT, { target: "handedOver", actions: "handOver" }] },
        },
        handedOver: {
          description:
            "Callers were given the answer. Until one confirms that, others get it, too.",
          entry: { type: "over", params: { spare: null } },
          after: { lateAnswerWindow: "#ask-with-render-ack.closed" },
          on: {
            CALL: [
              { guard: and(["isRepeatedCall", "isOfEarlierAnswer"]), actions: "repeat" },
              { actions: "handOver" },
            ],
            RECEIVED: { guard: "isHandedTo", target: "received" },
            NOT_RECEIVED: TAKE_BACK,
          },
        },
        received: {
          description: "A caller has the answer. A call asks again, as the next generation.",
          entry: { type: "over", params: { spare: "received" } },
          always: { guard: "remembersNothing", target: "#ask-with-render-ack.closed" },
          after: { memory: "#ask-with-render-ack.closed" },
          on: {
            CALL: [
              REPEAT,
              { guard: "isRejected", actions: "reject" },
              { target: "#ask-with-render-ack.called", actions: "beginGeneration" },
            ],
            NOT_RECEIVED: TAKE_BACK,
            FORGET: "#ask-with-render-ack.closed",
          },
        },
      },
    },
    closed: {
      type: "final",
      description: "Nothing more is taken, and nothing is remembered.",
      entry: { type: "over", params: { spare: null } },
    },
  },
  output: ({ context }) => resultOf(context, context.outcome ?? "abandoned"),
});
