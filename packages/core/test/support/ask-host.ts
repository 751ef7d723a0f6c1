import { fc } from "@fast-check/vitest";
import type { Ask, AskEvent, AskTimes } from "../../src/ask-with-render-ack/ask.js";
import { TIMES } from "./ask-world.js";

// Asks at the level of the machine: events instead of people and callers.

/** An ask named `base`. Those with the same `askId` ask the same question. */
export function askOf(
  base: string,
  { times, ...rest }: Partial<Omit<Ask, "times">> & { times?: Partial<AskTimes> } = {},
): Ask {
  return {
    askId: "question",
    requestBase: base,
    session: "session",
    from: null,
    title: null,
    questions: [
      { id: "q1", question: "Why?", type: "text", options: [], required: true, custom: false },
    ],
    maxRetries: 3,
    retry: "agent",
    receipt: false,
    times: { ...TIMES, lateAnswerWindow: 300, ...times },
    ...rest,
  };
}

const requestId = fc.oneof(
  { arbitrary: fc.constantFrom("a.1", "a.2", "a.3", "a.4"), weight: 4 },
  { arbitrary: fc.constantFrom("b.1", "b.2", "a.0", "a.9", "a.01", "a", "", "c.1"), weight: 1 },
);

/** Any event of the ask machine, for requests of the ask `a`, of others, and of nobody. */
export const anyEvent: fc.Arbitrary<AskEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      "RENDERED",
      "RENDERED",
      "QUEUED",
      "DEQUEUED",
      "ACTIVITY",
      "CANCEL",
      "DECLINE",
    ),
    requestId,
  }) as fc.Arbitrary<AskEvent>,
  fc.record({
    type: fc.constant("ANSWER" as const),
    requestId,
    askId: fc.constantFrom("question", "question", "question", "another"),
    answers: fc.constantFrom(
      [{ id: "q1", values: ["because"], custom: null }],
      [{ id: "q1", values: ["\ud800 \u2028 __proto__"], custom: null }],
    ),
  }),
  fc.record({
    type: fc.constantFrom("PRESENT_FAILED", "NO_SURFACE"),
    requestId,
    hint: fc.constantFrom("gone", ""),
  }) as fc.Arbitrary<AskEvent>,
  fc.record({
    type: fc.constantFrom(
      "RETRY",
      "RETRY",
      "RETRY",
      "ABORT",
      "SUPERSEDE",
      "CLAIM",
      "FORGET",
      "LEAVE",
      "JOIN",
    ),
  }) as fc.Arbitrary<AskEvent>,
);
