import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { answersSchema } from "../../src/ask-with-render-ack/answers.js";
import { callSchema } from "../../src/ask-with-render-ack/asker.js";
import { askInputSchema } from "../../src/ask-with-render-ack/schema.js";
import { areUsualAnswers, isUsualCall, usualInput } from "../../src/ask-with-render-ack/usual.js";
import { property } from "../support/properties.js";

// What is let through without zod is what zod lets through, and comes out the same.

/** A text at or around a limit, or something else. */
const around = (...limits: number[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...limits.flatMap((limit) => ["x".repeat(limit), "x".repeat(limit + 1)]),
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom<unknown[]>("", " ", 7, null, undefined, {}, []) },
  );
const number = fc.constantFrom<unknown[]>(
  -1,
  0,
  0.5,
  3,
  2 ** 31 - 1,
  2 ** 31,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "3",
  null,
  undefined,
);
const flag = fc.constantFrom<unknown[]>(true, false, undefined, null, 1, "yes");
const option = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("a", "b", "c", "d", "e") },
  { weight: 1, arbitrary: around(500) },
  { weight: 1, arbitrary: fc.record({ label: around(500), description: around(2_000) }) },
);
const question = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        id: fc.oneof(fc.constantFrom("q1", "q2", "one"), around(200)),
        question: around(10_000),
        header: around(100),
        type: fc.constantFrom<unknown[]>("text", "select", "multi-select", "confirm", "radio"),
        options: fc.oneof(
          fc.array(option, { maxLength: 4 }),
          fc.constantFrom<unknown[]>(null, "a", {}, Array.from({ length: 101 }, String)),
        ),
        required: flag,
        placeholder: around(500),
        custom: flag,
        initial: fc.constantFrom<unknown[]>(undefined, null, {}, { values: ["a"] }),
        other: fc.anything(),
      },
      { requiredKeys: ["question"] },
    ),
  },
  { weight: 1, arbitrary: fc.anything() },
);
const plain = fc.record(
  {
    question: fc.constantFrom("Why?", "How?", " "),
    type: fc.constantFrom("text", "select", "confirm"),
    options: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
    id: fc.constantFrom("q1", "q2", "one"),
  },
  { requiredKeys: ["question"] },
);
const input = fc.oneof(
  fc.record({ questions: fc.array(plain, { minLength: 1, maxLength: 10 }) }),
  fc.record({ questions: fc.array(question, { minLength: 1, maxLength: 2 }) }),
  fc.record(
    {
      questions: fc.oneof(
        fc.array(plain, { maxLength: 11 }),
        fc.array(question, { maxLength: 3 }),
        fc.constantFrom<unknown[]>(null, {}, "Why?", Array(11).fill({ question: "Why?" })),
      ),
      title: around(100),
      maxRetries: number,
      renderTimeout: number,
      responseTimeout: number,
    },
    { requiredKeys: ["questions"] },
  ),
  fc.anything(),
);

property("an input that is taken as usual is what zod makes of it", [input], (given) => {
  const usual = usualInput(given);
  if (usual) expect(askInputSchema.parse(given)).toEqual(usual);
});

property(
  "a call that is taken as usual is what zod makes of it",
  [
    fc.oneof(
      fc.record(
        { session: around(1_000), from: around(200), patience: number },
        { requiredKeys: [] },
      ),
      fc.anything(),
    ),
  ],
  (given) => {
    if (isUsualCall(given)) expect(given).toMatchObject(callSchema.parse(given));
  },
);

property(
  "answers that are taken as usual are right for zod, too",
  [
    fc.oneof(
      fc.array(
        fc.oneof(
          fc.record(
            {
              id: around(200),
              values: fc.oneof(fc.array(around(100_000), { maxLength: 3 }), fc.anything()),
              custom: around(100_000),
            },
            { requiredKeys: [] },
          ),
          fc.anything(),
        ),
        { maxLength: 3 },
      ),
      fc.anything(),
    ),
  ],
  (given) => {
    if (areUsualAnswers(given)) expect(answersSchema.safeParse(given).success).toBe(true);
  },
);
