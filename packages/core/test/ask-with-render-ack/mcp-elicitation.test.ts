import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { type Answer, checkAnswers } from "../../src/ask-with-render-ack/answers.js";
import {
  fromElicitation,
  toElicitResult,
} from "../../src/ask-with-render-ack/converters/mcp-elicitation.js";
import {
  type ElicitationField,
  fromElicitResult,
  toElicitation,
} from "../../src/ask-with-render-ack/converters/mcp-elicitation-request.js";
import type { Question } from "../../src/ask-with-render-ack/question.js";
import { type AskOutcome, OUTCOMES } from "../../src/ask-with-render-ack/result.js";
import { askInputSchema } from "../../src/ask-with-render-ack/schema.js";
import { lookOf } from "../../src/look.js";
import { result } from "../support/result.js";

const form = (properties: object, required: string[] = []) => ({
  message: "Please fill in",
  requestedSchema: { type: "object", properties, required },
});
/** Answers the form of one field `x` with these values, as a person would. */
const answerField = (field: object, values: string[], required: string[] = []) => {
  const params = form({ x: field }, required);
  const { questions } = askInputSchema.parse(fromElicitation(params));
  const answers = checkAnswers(questions, [{ id: "x", values }]);
  return toElicitResult(params, result("answered", answers));
};
const accepted = (x: unknown) => ({ ok: true, reply: { action: "accept", content: { x } } });

describe("a server's form as questions", () => {
  it("gives each kind of field its kind of question", () => {
    const { title, questions } = fromElicitation(
      form(
        {
          name: { type: "string", title: "Name", description: "Your full name", default: "Ada" },
          mail: { type: "string", format: "email" },
          age: { type: "integer", minimum: 18, maximum: 120, default: 30 },
          news: { type: "boolean", description: "Send news?", default: false },
          color: {
            type: "string",
            oneOf: [
              { const: "#f00", title: "Red" },
              { const: "#0f0", title: "Green" },
            ],
            default: "#0f0",
          },
          sizes: {
            type: "array",
            items: { type: "string", enum: ["S", "M"] },
            minItems: 1,
            maxItems: 2,
            default: ["M"],
          },
        },
        ["name", "sizes"],
      ),
    );
    expect(title).toBe("Please fill in");
    expect(questions).toEqual([
      {
        id: "name",
        header: "Name",
        question: "Your full name",
        required: true,
        type: "text",
        initial: { values: ["Ada"] },
      },
      {
        id: "mail",
        header: "mail",
        question: "mail",
        required: false,
        type: "text",
        placeholder: "name@example.com",
      },
      {
        id: "age",
        header: "age",
        question: "age",
        required: false,
        type: "text",
        placeholder: "a whole number, 18 to 120",
        initial: { values: ["30"] },
      },
      {
        id: "news",
        header: "news",
        question: "Send news?",
        required: false,
        type: "confirm",
        initial: { values: ["no"] },
      },
      {
        id: "color",
        header: "color",
        question: "color",
        required: false,
        type: "select",
        options: [{ label: "Red" }, { label: "Green" }],
        custom: false,
        initial: { values: ["Green"] },
      },
      {
        id: "sizes",
        header: "sizes",
        question: "sizes",
        required: true,
        type: "multi-select",
        options: [{ label: "S" }, { label: "M" }],
        custom: false,
        placeholder: "choose 1 to 2",
        initial: { values: ["M"] },
      },
    ]);
  });

  it("shows a message too long for a title before the first question, whole", () => {
    const message = `${"long ".repeat(40)}end`;
    const { title, questions } = fromElicitation({
      ...form({ x: { type: "string" }, y: { type: "string" } }),
      message,
    });
    expect(title?.length).toBe(100);
    expect(questions.map(({ question }) => question)).toEqual([`${message}\n\nx`, "y"]);
  });

  it("asks for consent when the form has no fields", () => {
    const params = form({});
    expect(fromElicitation(params).questions).toEqual([
      { question: "Please fill in", type: "confirm" },
    ]);
    const said = (word: string) =>
      toElicitResult(params, result("answered", [{ id: "q1", values: [word], custom: null }]));
    expect(said("yes")).toEqual({ ok: true, reply: { action: "accept", content: {} } });
    expect(said("no")).toEqual({ ok: true, reply: { action: "decline" } });
  });

  it("tells choices apart that the server titles alike", () => {
    const field = {
      type: "string",
      oneOf: [
        { const: "a", title: "Paris" },
        { const: "b", title: "Paris" },
        { const: "c", title: " " },
        { const: "" },
      ],
    };
    const [question] = askInputSchema.parse(fromElicitation(form({ x: field }))).questions;
    expect(question?.options.map(({ label }) => label)).toEqual([
      "Paris",
      "Paris (2)",
      "c",
      "(empty)",
    ]);
    expect(answerField(field, ["Paris (2)"])).toEqual(accepted("b"));
    expect(answerField(field, ["(empty)"])).toEqual(accepted(""));
  });

  it("keeps labels within what a question may offer, whatever the server sends", () => {
    const title = "t".repeat(600);
    const field = {
      type: "string",
      oneOf: [
        { const: "a", title },
        { const: "b", title },
      ],
    };
    const [question] = askInputSchema.parse(fromElicitation(form({ x: field }))).questions;
    expect(answerField(field, [question?.options[1]?.label ?? ""])).toEqual(accepted("b"));
  });

  it.each([
    [{ type: "string", default: "" }, undefined],
    [{ type: "string", enum: ["a", "a"], default: "a" }, { values: ["a"] }],
    [{ type: "string", enum: ["a"], default: "gone" }, undefined],
    [{ type: "array", items: { enum: ["a", "b"] }, default: ["b", "a"] }, { values: ["a", "b"] }],
  ])("fills in the default of %j", (field, initial) => {
    expect(fromElicitation(form({ x: field })).questions[0]?.initial).toEqual(initial);
  });

  it("takes the older enumNames for titles", () => {
    expect(
      answerField({ type: "string", enum: ["a", "b"], enumNames: ["Ay", "Be"] }, ["Be"]),
    ).toEqual(accepted("b"));
  });

  it.each([
    [
      "a nested object",
      form({ x: { type: "object", properties: {} } }),
      "requestedSchema.properties.x.type: must be a flat field",
    ],
    [
      "an array of anything",
      form({ x: { type: "array", items: { type: "string" } } }),
      "requestedSchema.properties.x.items: must list the choices in enum or anyOf",
    ],
    [
      "no choices",
      form({ x: { type: "string", enum: [] } }),
      "requestedSchema.properties.x: must offer 1 to 100 choices, not 0",
    ],
    [
      "eleven fields",
      form(Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`f${i}`, { type: "string" }]))),
      "requestedSchema.properties: must have at most 10 fields",
    ],
    [
      "a field without name",
      form({ " ": { type: "string" } }),
      "name must have 1 to 200 characters",
    ],
    [
      "a field __proto__ that is none",
      JSON.parse(
        '{"message":"m","requestedSchema":{"type":"object","properties":{"__proto__":5}}}',
      ),
      "requestedSchema.properties.__proto__",
    ],
    ["properties that are a list", form([]), "requestedSchema.properties: must be an object"],
    ["no message", { ...form({}), message: "  " }, "message: must not be empty"],
    ["url mode", { ...form({}), mode: "url" }, 'mode: must be "form"'],
    ["no schema", { message: "m" }, "requestedSchema"],
  ])("refuses %s", (_, params, message) => {
    expect(() => fromElicitation(params)).toThrow("Invalid MCP elicitation request");
    expect(() => fromElicitation(params)).toThrow(message);
  });
});

describe("answers in the types of the form", () => {
  it.each([
    [{ type: "number" }, ["1.5"], 1.5],
    [{ type: "number" }, [" -2e3 "], -2000],
    [{ type: "integer", minimum: 1 }, ["7"], 7],
    [{ type: "boolean" }, ["yes"], true],
    [{ type: "boolean" }, ["no"], false],
    [{ type: "string" }, [" as typed "], " as typed "],
    [{ type: "string", format: "email" }, [" a@example.com "], "a@example.com"],
    [{ type: "string", format: "date" }, ["2026-02-28"], "2026-02-28"],
    [
      { type: "string", format: "date-time" },
      ["2026-02-28T10:00:00+01:00"],
      "2026-02-28T10:00:00+01:00",
    ],
    [{ type: "string", format: "uri" }, ["https://example.com/x"], "https://example.com/x"],
    [{ type: "string", format: "constructor" }, ["any"], "any"],
    [{ type: "string", minLength: 2, maxLength: 2 }, ["😀😀"], "😀😀"],
    [{ type: "string", enum: ["a"], format: "email", minLength: 9 }, ["a"], "a"],
    [
      {
        type: "array",
        items: {
          anyOf: [
            { const: "s", title: "S" },
            { const: "m", title: "M" },
          ],
        },
      },
      ["M", "S"],
      ["m", "s"],
    ],
  ])("%j answered %j is %j", (field, values, value) => {
    expect(answerField(field, values)).toEqual(accepted(value));
  });

  it.each([
    [{ type: "number" }, ["abc"], "does not fit: a number"],
    [{ type: "number" }, ["0x10"], "does not fit: a number"],
    [{ type: "number" }, ["Infinity"], "does not fit: a number"],
    [{ type: "number" }, ["1,5"], "does not fit: a number"],
    [{ type: "number" }, ["1e999"], "does not fit: a number"],
    [{ type: "integer" }, ["1.5"], "does not fit: a whole number"],
    [{ type: "integer" }, ["12345678901234567890"], "is too large to be sent exactly"],
    [{ type: "integer", minimum: 1, maximum: 10 }, ["11"], "does not fit: a whole number, 1 to 10"],
    [{ type: "string", format: "email" }, ["nobody"], "does not fit: name@example.com"],
    [{ type: "string", format: "uri" }, ["example"], "does not fit: https://example.com"],
    [{ type: "string", format: "date" }, ["2026-02-30"], "does not fit: YYYY-MM-DD"],
    [{ type: "string", format: "date-time" }, ["10:00"], "does not fit: YYYY-MM-DDThh:mm:ssZ"],
    [{ type: "string", minLength: 3 }, ["ab"], "does not fit: at least 3 characters"],
    [{ type: "string", maxLength: 1 }, ["ab"], "does not fit: at most 1 characters"],
    [
      { type: "array", items: { enum: ["a", "b", "c"] }, maxItems: 2 },
      ["a", "b", "c"],
      "does not fit: choose at most 2",
    ],
  ])("%j answered %j is not sent", (field, values, problem) => {
    expect(answerField(field, values)).toEqual({ ok: false, problems: [{ field: "x", problem }] });
  });

  it("leaves out what was left open, and sends an empty list only where one is required", () => {
    const list = { type: "array", items: { enum: ["a", "b"] } };
    expect(answerField({ type: "string" }, [])).toEqual({
      ok: true,
      reply: { action: "accept", content: {} },
    });
    expect(answerField(list, [])).toEqual({ ok: true, reply: { action: "accept", content: {} } });
    expect(answerField(list, [], ["x"])).toEqual(accepted([]));
  });

  it("reports every field that does not fit", () => {
    const params = form({ a: { type: "number" }, b: { type: "integer" }, c: { type: "string" } });
    const answers = ["a", "b", "c"].map((id) => ({ id, values: ["x"], custom: null }));
    expect(toElicitResult(params, result("answered", answers))).toMatchObject({
      ok: false,
      problems: [{ field: "a" }, { field: "b" }],
    });
  });

  it("keeps a field named __proto__ a field", () => {
    const params = JSON.parse(
      '{"message":"m","requestedSchema":{"type":"object","properties":{"__proto__":{"type":"string"}}}}',
    );
    const reply = toElicitResult(
      params,
      result("answered", [{ id: "__proto__", values: ["v"], custom: null }]),
    );
    expect(JSON.stringify(reply)).toContain('"content":{"__proto__":"v"}');
  });

  it.each(Object.keys(OUTCOMES) as AskOutcome[])("%s is told apart from a refusal", (outcome) => {
    const actions: Partial<Record<AskOutcome, string>> = {
      answered: "accept",
      declined: "decline",
    };
    const reply = toElicitResult(form({ x: { type: "string" } }), result(outcome));
    expect(reply).toMatchObject({ ok: true, reply: { action: actions[outcome] ?? "cancel" } });
  });
});

const questionsOf = (...inputs: object[]) =>
  askInputSchema.parse({ questions: inputs }).questions as readonly Question[];

describe("our questions as a form", () => {
  it("carries everything a form can carry", () => {
    const questions = questionsOf(
      { id: "__proto__", question: "Why?", header: "Reason", placeholder: "Because…" },
      {
        question: "Which?",
        options: [{ label: "A", description: "the first" }, "B"],
        initial: { values: ["B"], custom: "C" },
      },
      {
        question: "Which ones?",
        type: "multi-select",
        options: ["A", "B"],
        custom: false,
        initial: { values: ["A"] },
      },
      { question: "Sure?", type: "confirm", required: false },
    );
    expect(toElicitation(questions, "Setup")).toEqual({
      message: "Setup",
      requestedSchema: {
        type: "object",
        properties: {
          q1: { type: "string", title: "Reason", description: "Why? (Because…)", minLength: 1 },
          q2: {
            type: "string",
            title: "Which?",
            description: "A: the first",
            oneOf: [
              { const: "A", title: "A" },
              { const: "B", title: "B" },
            ],
            default: "B",
          },
          q2_other: {
            type: "string",
            title: "Which?: other",
            description: "Your own answer, if none of the options fits",
            default: "C",
          },
          q3: {
            type: "array",
            title: "Which ones?",
            items: {
              anyOf: [
                { const: "A", title: "A" },
                { const: "B", title: "B" },
              ],
            },
            minItems: 1,
            default: ["A"],
          },
          q4: {
            type: "string",
            title: "Sure?",
            oneOf: [
              { const: "yes", title: "Yes" },
              { const: "no", title: "No" },
            ],
          },
        },
        required: ["q1", "q3"],
      },
    });
  });

  it("requires in the form only what the form alone can hold", () => {
    const { q1, q2, q3 } = toElicitation(
      questionsOf(
        { question: "Which?", type: "multi-select", options: ["A"] },
        { question: "Which?", type: "multi-select", options: ["A"], custom: false },
        { question: "Why?", required: false },
      ),
    ).requestedSchema.properties;
    expect(q1).not.toHaveProperty("minItems");
    expect(q2).toHaveProperty("minItems", 1);
    expect(q3).not.toHaveProperty("minLength");
  });

  it("shows nothing that could move a cursor or forge a line", () => {
    const evil = "x\u001b[2J\u202ey";
    const label = `${evil}\n- Z: free`;
    const request = toElicitation(
      questionsOf({
        question: evil,
        header: label,
        placeholder: label,
        options: [{ label, description: label }],
      }),
    );
    const { q1 } = request.requestedSchema.properties;
    const choices = q1 && "oneOf" in q1 ? q1.oneOf : [];
    expect(choices[0]?.const).toBe(label);
    const shown = [request.message, q1?.title, q1?.description, choices[0]?.title].join("");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left
    expect(shown).not.toMatch(/[\u001b\u202e]/);
    expect(shown).not.toMatch(/^- Z: free/m);
  });

  it("says the question once, and nothing in a field on two lines", () => {
    const options = [
      { label: "A", description: "the first\none" },
      { label: "B", description: "two" },
    ];
    const question = "Which\nof them?";
    const alone = toElicitation(questionsOf({ question, options, placeholder: "choose" }));
    expect(alone.message).toBe(question);
    expect(alone.requestedSchema.properties.q1).toMatchObject({
      title: "Answer",
      description: "A: the first one; B: two (choose)",
    });
    const titled = toElicitation(questionsOf({ question, options, header: "Them" }), "Setup");
    expect(titled.requestedSchema.properties.q1).toMatchObject({
      title: "Them",
      description: "Which of them? A: the first one; B: two",
    });
  });

  it("asks in the message when there is no title", () => {
    expect(toElicitation(questionsOf({ question: "Why?" })).message).toBe("Why?");
    expect(toElicitation(questionsOf({ question: "Why?" }, { question: "How?" })).message).toBe(
      "Please answer 2 questions.",
    );
  });

  it("cuts descriptions to fit, but never the question", () => {
    const question = "w".repeat(9_000);
    const options = [{ label: "A", description: "d".repeat(2_000) }, "B"];
    const { q1, q2 } = toElicitation(
      questionsOf(
        { question, options, custom: false },
        {
          question: "Q?",
          options: Array.from({ length: 9 }, (_, i) => ({
            label: `${i}`,
            description: "d".repeat(2_000),
          })),
        },
      ),
    ).requestedSchema.properties;
    expect(q1?.description).toContain(question);
    expect(q2?.description?.length).toBeLessThanOrEqual(5_000);
  });

  const questions = questionsOf(
    { id: "one", question: "Which?", options: ["A", "B"] },
    { id: "two", question: "Why?", required: false },
  );

  it.each([
    [{ action: "decline" }, { kind: "declined" }],
    [{ action: "cancel" }, { kind: "cancelled" }],
    [{ action: "decline", content: { q1: "A" } }, { kind: "declined" }],
    [
      { action: "accept", content: { q1: "A", q1_other: "", q2: null } },
      {
        kind: "answer",
        answers: [
          { id: "one", values: ["A"], custom: null },
          { id: "two", values: [], custom: null },
        ],
      },
    ],
    [
      { action: "accept", content: { q1: "A", q1_other: "own" } },
      {
        kind: "answer",
        answers: [
          { id: "one", values: [], custom: "own" },
          { id: "two", values: [], custom: null },
        ],
      },
    ],
  ])("reads %j", (elicited, outcome) => {
    expect(fromElicitResult(questions, elicited)).toEqual(outcome);
  });

  it("takes an empty text from the client for a choice left open", () => {
    const optional = questionsOf({
      question: "Which?",
      options: ["A"],
      custom: false,
      required: false,
    });
    expect(fromElicitResult(optional, { action: "accept", content: { q1: "" } })).toEqual({
      kind: "answer",
      answers: [{ id: "q1", values: [], custom: null }],
    });
  });

  it("keeps the chosen option when the own words are only spaces", () => {
    expect(
      fromElicitResult(questions, { action: "accept", content: { q1: "A", q1_other: "  " } }),
    ).toMatchObject({ answers: [{ values: ["A"], custom: null }, {}] });
  });

  it.each([
    [{ action: "accept" }, "one: needs an answer"],
    [{ action: "accept", content: { q1: "C" } }, 'one: "C" is not one of "A", "B"'],
    [{ action: "accept", content: { q1: true } }, "q1: must be a value of the form"],
    [{ action: "accept", content: { q1: ["A"] } }, "q1: must be a value of the form"],
    [{ action: "accept", content: { q1: "A", q1_other: 5 } }, "q1_other: must be text"],
    [{ action: "maybe" }, "action"],
    [null, "Invalid MCP elicitation result"],
  ])("refuses %j", (elicited, message) => {
    expect(() => fromElicitResult(questions, elicited)).toThrow(message);
  });
});

const words = fc
  .oneof(
    fc.constantFrom(
      "__proto__",
      "constructor",
      "q1",
      "q1_other",
      "a\nb",
      "a b",
      "\u001b[2J",
      "\u202eabc",
      "x, y",
    ),
    fc.string({ minLength: 1, maxLength: 30, unit: "binary" }),
  )
  .filter((text) => lookOf(text) !== "");

/** A question, and an answer to it that the asker would take. */
const exchange = fc
  .record({
    id: words,
    question: words,
    header: fc.option(words, { nil: undefined }),
    type: fc.constantFrom("text", "select", "multi-select", "confirm"),
    labels: fc.uniqueArray(words, { minLength: 1, maxLength: 4, selector: lookOf }),
    custom: fc.boolean(),
    required: fc.boolean(),
    picks: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
    own: fc.option(words),
    isOpen: fc.boolean(),
  })
  .map(({ id, question, header, type, labels, custom, required, picks, own, isOpen }) => {
    const isSelect = type === "select" || type === "multi-select";
    const [pick = 0] = picks;
    const typedText = own ?? "text";
    const ownWords = isSelect && custom ? own : null;
    const chosen = picks.flatMap((index) => labels[index] ?? []);
    const values =
      type === "text"
        ? [typedText]
        : type === "confirm"
          ? [pick % 2 === 0 ? "yes" : "no"]
          : type === "multi-select"
            ? chosen.length > 0
              ? chosen
              : labels.slice(0, 1)
            : ownWords === null
              ? [labels[pick % labels.length] as string]
              : [];
    const isLeftOpen = !required && isOpen;
    return {
      input: { id, question, header, type, custom, required, ...(isSelect && { options: labels }) },
      answer: { id, values: isLeftOpen ? [] : values, custom: isLeftOpen ? null : ownWords },
    };
  });
const exchanges = fc.uniqueArray(exchange, {
  minLength: 1,
  maxLength: 5,
  selector: ({ input }) => input.id,
});

/** What a client sends when a person picks what is labelled so, and types the rest. */
function fillIn(
  properties: Record<string, ElicitationField>,
  questions: readonly Question[],
  answers: readonly Answer[],
) {
  const content: Record<string, unknown> = {};
  for (const [index, { values, custom }] of answers.entries()) {
    const { type, options } = questions[index] as Question;
    const name = Object.keys(properties).filter((key) => !key.endsWith("_other"))[index] as string;
    const field = properties[name] as ElicitationField;
    const offered = "oneOf" in field ? field.oneOf : "items" in field ? field.items.anyOf : null;
    const position = (value: string) =>
      type === "confirm"
        ? ["yes", "no"].indexOf(value)
        : options.findIndex(({ label }) => label === value);
    const sent = values.map((value) => (offered ? offered[position(value)]?.const : value));
    if (type === "multi-select") content[name] = sent;
    else if (sent.length > 0) content[name] = sent[0];
    if (custom !== null) content[`${name}_other`] = custom;
  }
  return content;
}

describe("whatever the ids and the text", () => {
  test.prop([exchanges])("what is answered in the form is what the asker gets", (list) => {
    const questions = questionsOf(...list.map(({ input }) => input));
    const answers = checkAnswers(
      questions,
      list.map(({ answer }) => answer),
    );
    const { requestedSchema } = toElicitation(questions);
    expect(
      Object.keys(requestedSchema.properties).every((name) => /^q\d+(_other)?$/.test(name)),
    ).toBe(true);
    const content = fillIn(requestedSchema.properties, questions, answers);
    expect(requestedSchema.required.every((name) => name in content)).toBe(true);
    expect(fromElicitResult(questions, { action: "accept", content })).toEqual({
      kind: "answer",
      answers,
    });
  });

  test.prop([exchanges])(
    "a form asked by one Readback and shown by another brings the answer back",
    (list) => {
      const questions = questionsOf(...list.map(({ input }) => input));
      const answers = checkAnswers(
        questions,
        list.map(({ answer }) => answer),
      );
      const request = toElicitation(questions, "Setup");
      const shown = askInputSchema.parse(fromElicitation(request)).questions;
      const names = shown.map(({ id }) => id);
      const given = shown.map(({ id, options }) => {
        const index = Number(id.match(/\d+/)?.[0]) - 1;
        const { values, custom } = answers[index] as Answer;
        if (id.endsWith("_other")) return { id, values: custom === null ? [] : [custom] };
        const asked = questions[index] as Question;
        const labels =
          asked.type === "confirm" ? ["yes", "no"] : asked.options.map(({ label }) => label);
        return {
          id,
          values: values.map((value) =>
            options.length > 0 ? (options[labels.indexOf(value)]?.label as string) : value,
          ),
        };
      });
      expect(names).toEqual(Object.keys(request.requestedSchema.properties));
      const reply = toElicitResult(request, result("answered", checkAnswers(shown, given)));
      if (!reply.ok) throw new Error(JSON.stringify(reply.problems));
      expect(fromElicitResult(questions, reply.reply)).toEqual({ kind: "answer", answers });
    },
  );
});
