import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { checkAnswers } from "../../src/ask-with-render-ack/answers.js";
import { askInputSchema } from "../../src/ask-with-render-ack/schema.js";
import {
  type AskUserQuestionArgs,
  formatAskUserQuestionOutput,
  parseAskUserQuestion,
  toHeaderAnswers,
  validateAskUserQuestionArgs,
} from "../../src/ask-with-render-ack/strict-profile.js";
import { InvalidInputError } from "../../src/errors.js";
import { lookOf } from "../../src/look.js";

const question = {
  question: "Which option?",
  header: "Option",
  multiSelect: false,
  options: [
    { label: "Alpha", description: "A" },
    { label: "Beta", description: "B" },
  ],
};
const base = { questions: [question] };
const withLabel = (label: string) => ({
  questions: [{ ...question, options: [{ label, description: "x" }, question.options[1]] }],
});

function errorOf(run: () => unknown): InvalidInputError {
  try {
    run();
  } catch (error) {
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("the rules of the original design, with its messages", () => {
  it("accepts valid args", () => {
    expect(validateAskUserQuestionArgs(base)).toBeNull();
    expect(parseAskUserQuestion(base).questions).toEqual([
      {
        id: "Option",
        header: "Option",
        question: "Which option?",
        type: "select",
        options: question.options,
      },
    ]);
  });

  it.each([
    [
      "a question without ?",
      { questions: [{ ...question, question: "No question mark" }] },
      "questions[0].question",
      "Question must end with ?: Option",
    ],
    [
      "two questions with one header",
      { questions: [question, question] },
      "questions[1].header",
      "Duplicate header: Option",
    ],
    [
      "a label of six words",
      withLabel("one two three four five six"),
      "questions[0].options[0].label",
      "Option label must be 1-5 words: one two three four five six",
    ],
    [
      "a label of spaces",
      withLabel("   "),
      "questions[0].options[0].label",
      "Option label must be 1-5 words: ",
    ],
    [
      "the label Other",
      withLabel("Other"),
      "questions[0].options[0].label",
      'Option label "Other" is reserved',
    ],
    [
      "the label other, in disguise",
      withLabel(" oTHER "),
      "questions[0].options[0].label",
      'Option label "Other" is reserved',
    ],
    [
      "an answer to no question",
      { ...base, answers: { Unknown: "value" } },
      "answers",
      "Unknown answers key: Unknown",
    ],
    [
      "an answer to __proto__",
      JSON.parse(`{"questions":${JSON.stringify([question])},"answers":{"__proto__":"x"}}`),
      "answers",
      "Unknown answers key: __proto__",
    ],
  ] as [string, AskUserQuestionArgs, string, string][])("refuses %s", (_, args, field, problem) => {
    expect(validateAskUserQuestionArgs(args)).toBe(problem);
    const error = errorOf(() => parseAskUserQuestion(args));
    expect(error.problems).toEqual([{ field, problem }]);
    expect(error.message).toContain(problem);
  });

  it("reports the first broken rule in the seed's order: per question, then the answers", () => {
    const args = {
      questions: [
        { ...question, question: "No mark", options: withLabel("Other").questions[0]?.options },
        { ...question, question: "No mark either" },
      ],
      answers: { Unknown: "value" },
    } as AskUserQuestionArgs;
    expect(validateAskUserQuestionArgs(args)).toBe("Question must end with ?: Option");
  });
});

describe("the shape of the input", () => {
  it.each([
    ["no questions", { questions: [] }, "questions: must hold 1 to 4 questions"],
    [
      "five questions",
      { questions: Array(5).fill(question) },
      "questions: must hold 1 to 4 questions (given: 5 items)",
    ],
    [
      "a header of 13",
      { questions: [{ ...question, header: "thirteen char" }] },
      'questions[0].header: must have 1 to 12 characters (given: "thirteen char")',
    ],
    [
      "an empty header",
      { questions: [{ ...question, header: "" }] },
      "questions[0].header: must have 1 to 12 characters",
    ],
    [
      "one option",
      { questions: [{ ...question, options: question.options.slice(1) }] },
      "questions[0].options: must hold 2 to 4 options (given: 1 item)",
    ],
    [
      "five options",
      {
        questions: [
          { ...question, options: "abcde".split("").map((label) => ({ label, description: "x" })) },
        ],
      },
      "questions[0].options: must hold 2 to 4 options",
    ],
    [
      "the same label twice",
      withLabel(" Beta "),
      "questions[0].options: labels must differ from each other",
    ],
    [
      "an option without description",
      { questions: [{ ...question, options: [{ label: "A" }, { label: "B" }] }] },
      "questions[0].options[0].description",
    ],
    [
      "a multiSelect that is no boolean",
      { questions: [{ ...question, multiSelect: "yes" }] },
      "questions[0].multiSelect",
    ],
    ["an answer that is no text", { ...base, answers: { Option: 5 } }, "answers.Option"],
    [
      "an answer to __proto__ that is no text",
      JSON.parse(
        `{"questions":${JSON.stringify([{ ...question, header: "__proto__" }])},"answers":{"__proto__":{}}}`,
      ),
      "answers.__proto__: must be text",
    ],
    ["nothing at all", undefined, "Invalid ask_user_question input"],
  ])("refuses %s", (_, input, message) => {
    expect(errorOf(() => parseAskUserQuestion(input)).message).toContain(message);
  });

  it("does not mind spaces around a question or a label", () => {
    const input = { questions: [{ ...withLabel(" Alpha ").questions[0], question: "Which? " }] };
    expect(parseAskUserQuestion(input).questions[0]).toMatchObject({
      question: "Which? ",
      options: [{ label: "Alpha" }, { label: "Beta" }],
    });
  });

  it("takes multiSelect as false when it is left out", () => {
    const { multiSelect: _, ...rest } = question;
    expect(parseAskUserQuestion({ questions: [rest] }).questions[0]?.type).toBe("select");
  });
});

describe("pre-filled answers", () => {
  const fill = (answer: string, labels: string[], multiSelect = true) =>
    parseAskUserQuestion({
      questions: [
        { ...question, multiSelect, options: labels.map((label) => ({ label, description: "x" })) },
      ],
      answers: { Option: answer },
    }).questions[0]?.initial;

  it.each([
    ["Alpha", ["Alpha"], null],
    ["Alpha, Beta", ["Alpha", "Beta"], null],
    ["Beta ,Alpha", ["Beta", "Alpha"], null],
    ["Alpha, Alpha", ["Alpha"], null],
    ["Other: my own, with comma", [], "my own, with comma"],
    ["Beta, Other: two\nlines", ["Beta"], "two\nlines"],
    ["Gamma, Beta", ["Beta"], null],
    ["Alphabet, Beta", ["Beta"], null],
    ["AnOther: x, Beta", ["Beta"], null],
    ["Yes, please, Alpha", ["Yes, please", "Alpha"], null],
    ["Alpha, Other:", ["Alpha"], null],
  ])("reads %j", (answer, values, custom) => {
    expect(fill(answer, ["Alpha", "Beta", "Yes", "Yes, please"])).toEqual({ values, custom });
  });

  it.each(["", "   ", "Gamma", "Other:", ",,,"])("fills in nothing for %j", (answer) => {
    expect(fill(answer, ["Alpha", "Beta"])).toBeUndefined();
  });

  it("fills in one answer where only one can be given", () => {
    expect(fill("Alpha, Beta", ["Alpha", "Beta"], false)).toEqual({
      values: ["Alpha"],
      custom: null,
    });
    expect(fill("Alpha, Other: x", ["Alpha", "Beta"], false)).toEqual({
      values: ["Alpha"],
      custom: null,
    });
    expect(fill("Other: x", ["Alpha", "Beta"], false)).toEqual({ values: [], custom: "x" });
  });
});

describe("the summary", () => {
  it("lists the answers in the order of the questions, then as JSON", () => {
    const questions = [question, { ...question, header: "Second" }];
    expect(
      formatAskUserQuestionOutput(questions, { Second: "Other: custom answer", Option: "Alpha" }),
    ).toBe(
      'Collected answers:\n- Option: Alpha\n- Second: Other: custom answer\n\nJSON:\n{\n  "answers": {\n    "Second": "Other: custom answer",\n    "Option": "Alpha"\n  }\n}',
    );
  });

  it("leaves a question without answer empty, also when its header is a name every object has", () => {
    expect(formatAskUserQuestionOutput([{ header: "constructor" }], {})).toContain(
      "- constructor: \n",
    );
  });

  it("joins the parts of an answer, own words last", () => {
    const answers = [{ id: "Option", values: ["Alpha", "Beta"], custom: " more " }];
    expect(toHeaderAnswers([question], answers)).toEqual({ Option: "Alpha, Beta, Other: more" });
  });
});

const hostile = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "a\nb",
    "- X: y",
    "\u001b[2J",
    "\u202eabc",
    "\u2028",
    "JSON:",
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
);
const headers = fc.uniqueArray(hostile, { minLength: 1, maxLength: 4, selector: lookOf });
const text = fc.oneof(hostile, fc.string({ minLength: 1, maxLength: 40 }));
/** Labels that no comma and no `Other:` makes ambiguous. */
const labels = fc.uniqueArray(
  fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,2}$/).filter((l) => l !== "other"),
  {
    minLength: 2,
    maxLength: 4,
  },
);

const ask = headers.chain((names) =>
  fc.tuple(
    ...names.map((header) =>
      fc.record({
        header: fc.constant(header),
        question: text.map((words) => `${words}?`),
        multiSelect: fc.boolean(),
        options: labels.map((ls) => ls.map((label) => ({ label, description: "x" }))),
      }),
    ),
  ),
);

describe("whatever the text", () => {
  test.prop([ask])("a valid call is accepted by the asker, headers as ids", (questions) => {
    const parsed = askInputSchema.parse(parseAskUserQuestion({ questions }));
    expect(parsed.questions.map(({ id }) => id)).toEqual(questions.map(({ header }) => header));
  });

  test.prop([headers, fc.array(text, { minLength: 4, maxLength: 4 })])(
    "the summary has exactly one line for each question and exact JSON after it",
    (names, texts) => {
      const questions = names.map((header) => ({ header }));
      const answers = Object.fromEntries(
        names.map((header, index) => [header, texts[index] ?? ""]),
      );
      const lines = formatAskUserQuestionOutput(questions, answers).split(
        /\r\n|[\n\r\u0085\u2028\u2029]/,
      );
      expect(lines[0]).toBe("Collected answers:");
      const list = lines.slice(1, 1 + names.length);
      expect(list.every((line) => line.startsWith("- "))).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left
      expect(list.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(lines.slice(1 + names.length, 3 + names.length)).toEqual(["", "JSON:"]);
      const json = formatAskUserQuestionOutput(questions, answers).split("\nJSON:\n").at(-1) ?? "";
      if (!texts.concat(names).some((t) => t.includes("JSON:"))) {
        expect(Object.entries(JSON.parse(json).answers)).toEqual(Object.entries(answers));
      }
    },
  );

  test.prop([ask, fc.infiniteStream(fc.nat()), text.filter((t) => t.trim() !== "")])(
    "an answer given back as pre-filled is filled in again",
    (questions, pick, own) => {
      const chosen = questions.map(({ header, multiSelect, options }) => {
        const count = multiSelect ? 1 + ((pick.next().value ?? 0) % options.length) : 1;
        const alone = !multiSelect && (pick.next().value ?? 0) % 2 === 0;
        const values = alone ? [] : options.slice(0, count).map(({ label }) => label);
        return { id: header, values, custom: multiSelect || alone ? own.trim() : null };
      });
      const asked = askInputSchema.parse(parseAskUserQuestion({ questions })).questions;
      const answers = toHeaderAnswers(questions, checkAnswers(asked, chosen));
      const again = parseAskUserQuestion({ questions, answers });
      expect(again.questions.map(({ id, initial }) => ({ id, ...initial }))).toEqual(chosen);
    },
  );

  test.prop([headers])("answers never reach a prototype", (names) => {
    const questions = names.map((header) => ({ header }));
    const answers = toHeaderAnswers(
      questions,
      names.map((id) => ({ id, values: ["polluted"], custom: null })),
    );
    expect(Object.keys(answers).sort()).toEqual([...names].sort());
    expect(Object.getPrototypeOf(answers)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
