import { and, enqueueActions, not } from "xstate";
import { contextOf } from "./context.js";
import { endingOf } from "./ending.js";
import { verifyRules } from "./rules.js";

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
export const verifyMachine = verifyRules.createMachine({
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
