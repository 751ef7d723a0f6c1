import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { AskInput } from "../../src/ask-with-render-ack/question.js";
import { InvalidInputError } from "../../src/errors.js";
import { lookOf } from "../../src/look.js";
import { commands, settings, worldAfter } from "../support/ask-world.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { property } from "../support/properties.js";

// Invariant 8: invalid input is refused before anything changes, with an error that names the field.

const label = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => lookOf(text) !== "");
const choice = fc.uniqueArray(label, { minLength: 1, maxLength: 5, selector: lookOf });
const question = fc.oneof(
  fc.record({ question: label }),
  fc.record({ question: label, type: fc.constantFrom("text" as const, "confirm" as const) }),
  fc.record({ question: label, options: choice }),
  fc.record({
    question: label,
    options: choice,
    type: fc.constantFrom("select" as const, "multi-select" as const),
    custom: fc.boolean(),
    required: fc.boolean(),
  }),
);
const validInput = fc.record(
  {
    questions: fc.array(question, { minLength: 1, maxLength: 10 }),
    title: fc.string({ maxLength: 100 }),
    maxRetries: fc.nat(5),
    renderTimeout: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    responseTimeout: fc.double({ min: 0.5, max: 1e6, noNaN: true }),
  },
  { requiredKeys: ["questions"] },
);

/** Values that are no duration in milliseconds. */
const noDuration = fc.constantFrom<unknown[]>(
  0,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 31,
  "30s",
  null,
);
const noRetries = fc.constantFrom<unknown[]>(-1, 6, 1.5, "3", null, Number.NaN);

/** One way to spoil an input, and the field an error must name. */
const spoilt: fc.Arbitrary<readonly [field: string, spoil: (input: AskInput) => unknown]> =
  fc.oneof(
    noRetries.map(
      (maxRetries) => ["maxRetries", (input: AskInput) => ({ ...input, maxRetries })] as const,
    ),
    noDuration.map(
      (value) =>
        ["renderTimeout", (input: AskInput) => ({ ...input, renderTimeout: value })] as const,
    ),
    noDuration.map(
      (value) =>
        ["responseTimeout", (input: AskInput) => ({ ...input, responseTimeout: value })] as const,
    ),
    fc
      .constantFrom<unknown[]>("x".repeat(101), 7, null)
      .map((title) => ["title", (input: AskInput) => ({ ...input, title })] as const),
    fc
      .constantFrom<unknown[]>([], null, "Why?", Array(11).fill({ question: "Why?" }))
      .map((questions) => ["questions", (input: AskInput) => ({ ...input, questions })] as const),
    fc
      .constantFrom<(readonly [string, unknown])[]>(
        ["question", { question: " " }],
        ["question", { question: 7 }],
        ["question", {}],
        ["question", { question: "x".repeat(10_001) }],
        ["type", { question: "Why?", type: "radio" }],
        ["options", { question: "Why?", type: "select" }],
        ["options", { question: "Why?", type: "text", options: ["a"] }],
        ["options", { question: "Why?", options: ["a", "a"] }],
        ["options[1]", { question: "Why?", options: ["a", ""] }],
        ["options", { question: "Why?", options: Array.from({ length: 101 }, (_, n) => `${n}`) }],
        ["required", { question: "Why?", required: "yes" }],
        ["id", { question: "Why?", id: "" }],
      )
      .map(
        ([field, bad]) =>
          [
            `questions[0].${field}`,
            (input: AskInput) => ({ ...input, questions: [bad, ...input.questions.slice(1)] }),
          ] as const,
      ),
    fc.constant([
      "questions",
      (input: AskInput) => ({
        ...input,
        questions: [
          { question: "One?", id: "same" },
          { question: "Two?", id: "same" },
        ],
      }),
    ] as const),
  );

property(
  "refuses a bad question before anything changes, and names the field",
  [settings, commands([], 8), validInput, spoilt],
  async (chosen, list, input, [field, spoil]) => {
    const world = await worldAfter(chosen, list);
    const entries = world.entries.length;
    const happenings = world.happenings.length;
    const live = new Map(world.asker.runtime.live());
    const next = world.clock.next();
    const error: unknown = await world.asker
      .ask(spoil(input) as AskInput)
      .catch((reason) => reason);
    if (!(error instanceof InvalidInputError)) throw new Error("It was not refused");
    expect(error.code).toBe("invalid_input");
    expect(error.problems.map((problem) => problem.field)).toContainEqual(
      expect.stringMatching(new RegExp(`^${field.replace(/[[\].]/g, "\\$&")}`)),
    );
    expect(error.message).toContain(field);
    expect(world.entries.length).toBe(entries);
    expect(world.happenings.length).toBe(happenings);
    expect(new Map(world.asker.runtime.live())).toEqual(live);
    expect(world.clock.next()).toBe(next);
  },
);

property("takes every question that keeps the limits", [validInput], (input) => {
  const ui = createFakeBridge();
  const asker = createAsker({ bridge: ui.bridge });
  void asker.ask(input);
  expect(ui.last.questions).toHaveLength(input.questions.length);
  asker.dispose();
});

property(
  "refuses a bad session before anything changes, and says which it was",
  [
    settings,
    commands([], 8),
    validInput,
    fc.constantFrom<unknown[]>("", null, 7, "x".repeat(1_001)),
  ],
  async (chosen, list, input, session) => {
    const world = await worldAfter(chosen, list);
    const entries = world.entries.length;
    const happenings = world.happenings.length;
    await expect(world.asker.ask(input, { session: session as string })).rejects.toThrow(
      /Invalid ask options: session/,
    );
    expect([world.entries.length, world.happenings.length]).toEqual([entries, happenings]);
  },
);

const badOption: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  fc.tuple(
    fc.constantFrom("renderTimeout", "responseTimeout", "responseCap", "queueCap", "idleWindow"),
    noDuration,
  ),
  fc.tuple(
    fc.constant("lateAnswerWindow"),
    noDuration.filter((value) => value !== 0),
  ),
  fc.tuple(fc.constant("maxRetries"), noRetries),
  fc.tuple(fc.constant("maxListening"), fc.constantFrom<unknown[]>(-1, 0.5, "1", null)),
  fc.tuple(fc.constant("retry"), fc.constantFrom<unknown[]>("never", 1, null)),
  fc.tuple(fc.constant("concurrency"), fc.constantFrom<unknown[]>("both", 1, null)),
);

property(
  "refuses a bad setting before it listens to the UI, and names it",
  [badOption],
  ([name, value]) => {
    const ui = createFakeBridge();
    expect(() => createAsker({ bridge: ui.bridge, [name]: value })).toThrow(name);
    expect(ui.listeners).toBe(0);
  },
);

property(
  "refuses an answer that does not fit, says which question is wrong, and stays as it was",
  [settings, commands([], 8)],
  async (chosen, list) => {
    const world = await worldAfter({ ...chosen, concurrency: "queue" }, list);
    await world.do({ do: "sending", how: "works" });
    // A question of a session nobody used before.
    const caller = world.ask(0, 9);
    const request = [...world.requests.values()].at(-1);
    if (!request) throw new Error("Nothing was sent");
    const state = () => {
      const { value, context } = world.asker.runtime.snapshot(request.askId) ?? {};
      return { value, context: { ...context, hint: null, refused: null } };
    };
    const before = state();
    const next = world.clock.next();
    for (const _ of [0, 1, 2, 3]) {
      world.fromUi("answer wrongly", request.requestId, _);
      const reply = world.happenings.at(-1);
      expect(reply).toMatchObject({ kind: "refused", requestId: request.requestId });
      expect(reply?.kind === "refused" && reply.problem).toMatch(/q1|q9|sure/);
    }
    expect(state()).toEqual(before);
    expect(world.clock.next()).toBe(next);
    world.fromUi("answer", request.requestId);
    await world.do({ do: "wait", ms: 0 });
    expect(caller.settled).toMatchObject([{ outcome: "answered" }]);
  },
);
