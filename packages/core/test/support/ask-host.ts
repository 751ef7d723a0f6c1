import { fc } from "@fast-check/vitest";
import type { Ask, AskStart, AskTimes, Call } from "../../src/ask-with-render-ack/ask.js";
import type { AskEvent } from "../../src/ask-with-render-ack/protocol.js";
import { TIMES } from "./ask-world.js";

// Asks at the level of the machine: events instead of people and callers.

/** What an ask named `base` starts from, called by `one`. Its request ids are `<base>.<presentation>`. */
export function startOf(
  base: string,
  { times, ...rest }: Partial<Omit<Ask, "times">> & { times?: Partial<AskTimes> } = {},
  call: Call = { caller: "one" },
): AskStart {
  const ask: Ask = {
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
    concurrency: "queue",
    times: { ...TIMES, lateAnswerWindow: 300, memory: 80, ...times },
    ...rest,
  };
  return { ask, call, at: 0 };
}

/** How many presentations of the ask `a` the events here may be about. */
const KNOWN = ["a.1", "a.2", "a.3", "a.4", "a.5"];
const requestId = fc.oneof(
  { arbitrary: fc.constantFrom(...KNOWN), weight: 4 },
  { arbitrary: fc.constantFrom("b.1", "b.2", "a.0", "a.99", "a.01", "a", "", "c.1"), weight: 1 },
);
const caller = fc.constantFrom("one", "two", "three");

const CALL: fc.Arbitrary<AskEvent> = fc
  .record({
    caller,
    patience: fc.constantFrom(undefined, undefined, 5, 45, 200),
    others: fc.constantFrom(0, 0, 1),
  })
  .map(({ patience, ...call }) => ({
    type: "CALL",
    ...call,
    ...(patience !== undefined && { patience }),
  }));

/** Any event of the ask machine, for requests of the ask `a`, of others, and of nobody. */
export const anyEvent: fc.Arbitrary<AskEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      "RENDERED",
      "RENDERED",
      "LOST",
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
    answers: fc.constantFrom(
      [{ id: "q1", values: ["because"], custom: null }],
      [{ id: "q1", values: ["\ud800 \u2028 __proto__"], custom: null }],
    ),
  }),
  fc.record({
    type: fc.constant("WRONG_ANSWER" as const),
    requestId,
    problem: fc.constant("q1: is required"),
  }),
  fc.record({
    type: fc.constantFrom("PRESENT_FAILED", "NO_SURFACE"),
    requestId,
    hint: fc.constantFrom("gone", ""),
  }) as fc.Arbitrary<AskEvent>,
  CALL,
  CALL,
  fc.record({
    type: fc.constantFrom("ABORT", "LEAVE", "IMPATIENT", "RECEIVED", "RECEIVED", "NOT_RECEIVED"),
    caller,
  }) as fc.Arbitrary<AskEvent>,
  fc.record({
    type: fc.constant("LEAVE" as const),
    caller,
    how: fc.constantFrom("stopping" as const, "gone" as const),
  }),
  fc.record({
    type: fc.constantFrom("SUPERSEDE", "FORGET", "SHOW"),
  }) as fc.Arbitrary<AskEvent>,
);

/** Whether an event is about a request the ask `a` never made. */
export function isForeign(event: AskEvent): boolean {
  return "requestId" in event && !KNOWN.includes(event.requestId);
}
