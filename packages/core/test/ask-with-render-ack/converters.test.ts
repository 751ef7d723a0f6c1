import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { checkAnswers } from "../../src/ask-with-render-ack/answers.js";
import {
  fromClaudeCode,
  toClaudeCode,
} from "../../src/ask-with-render-ack/converters/claude-code.js";
import { fromCodex, toCodex } from "../../src/ask-with-render-ack/converters/codex.js";
import { fromGemini, toGemini } from "../../src/ask-with-render-ack/converters/gemini.js";
import { fromOpenCode, toOpenCode } from "../../src/ask-with-render-ack/converters/opencode.js";
import type { AskInput } from "../../src/ask-with-render-ack/question.js";
import { type AskOutcome, OUTCOMES } from "../../src/ask-with-render-ack/result.js";
import { askInputSchema } from "../../src/ask-with-render-ack/schema.js";
import { lookOf } from "../../src/look.js";
import { result } from "../support/result.js";

const options = (...labels: string[]) => labels.map((label) => ({ label, description: "x" }));
const answer = (id: string, values: string[], custom: string | null = null) => ({
  id,
  values,
  custom,
});

const claude = {
  question: "Which database?",
  header: "Database",
  options: options("Postgres (Recommended)", "SQLite"),
  multiSelect: false,
};
const opencode = {
  question: "Which database?",
  header: "Database",
  options: options("Postgres", "SQLite"),
};
const codex = {
  id: "db",
  header: "Database",
  question: "Which database?",
  options: options("Postgres", "SQLite"),
};
const gemini = {
  question: "Which database?",
  header: "Database",
  type: "choice",
  options: options("Postgres", "SQLite"),
};

describe("Claude Code AskUserQuestion", () => {
  it("becomes an ask and is answered by question text", () => {
    const ask = fromClaudeCode({
      questions: [claude, { ...claude, question: "Which cache?", multiSelect: true }],
    });
    expect(ask.questions.map(({ type }) => type)).toEqual(["select", "multi-select"]);
    const answers = [
      answer("q1", [], "DuckDB"),
      answer("q2", ["Postgres (Recommended)", "SQLite"], "Redis"),
    ];
    expect(toClaudeCode(ask.questions, result("answered", answers))).toEqual({
      "Which database?": "DuckDB",
      "Which cache?": "Postgres (Recommended), SQLite, Redis",
    });
  });

  it.each([
    [{ questions: [] }, "questions: must hold 1 to 4 questions"],
    [{ questions: Array(5).fill(claude) }, "questions: must hold 1 to 4 questions"],
    [{ questions: [claude, claude] }, "questions: question texts must differ"],
    [
      { questions: [{ ...claude, header: "thirteen char" }] },
      "questions[0].header: must have 1 to 12 characters",
    ],
    [{ questions: [{ ...claude, question: " " }] }, "questions[0].question: must not be empty"],
    [
      { questions: [{ ...claude, options: options("A") }] },
      "questions[0].options: must hold 2 to 4 options",
    ],
    [
      { questions: [{ ...claude, options: options("A", "a b c d e f") }] },
      "questions[0].options: labels must have 1 to 5 words",
    ],
    [
      { questions: [{ ...claude, options: options("A", "A") }] },
      "questions[0].options: labels must differ",
    ],
  ])("refuses %j", (input, message) => {
    expect(() => fromClaudeCode(input)).toThrow(
      `Invalid Claude Code AskUserQuestion input: ${message}`,
    );
  });

  it("does not count the mark of the recommended option as a word", () => {
    const input = { questions: [{ ...claude, options: options("a b c d e (Recommended)", "B") }] };
    expect(fromClaudeCode(input).questions).toHaveLength(1);
  });
});

describe("OpenCode question", () => {
  it("becomes an ask and is answered in order", () => {
    const ask = fromOpenCode({
      questions: [
        opencode,
        { ...opencode, multiple: true, custom: false },
        { ...opencode, options: [] },
      ],
    });
    expect(ask.questions.map(({ type, custom }) => [type, custom])).toEqual([
      ["select", true],
      ["multi-select", false],
      ["text", undefined],
    ]);
    const answers = [
      answer("q1", [], "DuckDB"),
      answer("q2", ["Postgres", "SQLite"]),
      answer("q3", ["words"]),
    ];
    expect(toOpenCode(ask.questions, result("answered", answers))).toEqual([
      ["DuckDB"],
      ["Postgres", "SQLite"],
      ["words"],
    ]);
  });

  it.each([
    [{ questions: Array(11).fill(opencode) }, "questions: must hold 1 to 10 questions"],
    [
      { questions: [{ ...opencode, header: "x".repeat(31) }] },
      "questions[0].header: must have 1 to 30 characters",
    ],
    [
      { questions: [{ ...opencode, options: [], custom: false }] },
      "questions[0].options: must hold at least 1 option",
    ],
    [{ questions: [{ ...opencode, multiple: "yes" }] }, "questions[0].multiple"],
  ])("refuses %j", (input, message) => {
    expect(() => fromOpenCode(input)).toThrow(`Invalid OpenCode question input: ${message}`);
  });

  it("does not take multiSelect for multiple", () => {
    expect(
      fromOpenCode({ questions: [{ ...opencode, multiSelect: true }] }).questions[0]?.type,
    ).toBe("select");
  });
});

describe("Codex request_user_input", () => {
  it("becomes an ask and is answered by id, typed text as a user note", () => {
    const ask = fromCodex({
      questions: [
        codex,
        { ...codex, id: "__proto__", isOther: false },
        { ...codex, id: "why", options: null },
      ],
      autoResolutionMs: 60_000,
    });
    expect(ask.responseTimeout).toBe(60_000);
    expect(ask.questions.map(({ id, type, custom }) => [id, type, custom])).toEqual([
      ["db", "select", true],
      ["__proto__", "select", false],
      ["why", "text", undefined],
    ]);
    const answers = [
      answer("db", [], " DuckDB "),
      answer("__proto__", ["SQLite"]),
      answer("why", ["because"]),
    ];
    const given = toCodex(ask.questions, result("answered", answers));
    expect(Object.entries(given)).toEqual([
      ["db", { answers: ["user_note: DuckDB"] }],
      ["__proto__", { answers: ["SQLite"] }],
      ["why", { answers: ["user_note: because"] }],
    ]);
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
  });

  it.each([
    [{ questions: Array(4).fill(codex) }, "questions: must hold 1 to 3 questions"],
    [{ questions: [codex, codex] }, "questions: ids must differ"],
    [
      { questions: [{ ...codex, options: options("A", "B", "C", "D") }] },
      "questions[0].options: must hold 2 to 3 options",
    ],
    [{ questions: [{ ...codex, isSecret: true }] }, "questions[0].isSecret: must be false"],
    [
      { questions: [codex], autoResolutionMs: 1_000 },
      "autoResolutionMs: must be 60000 to 240000 milliseconds",
    ],
  ])("refuses %j", (input, message) => {
    expect(() => fromCodex(input)).toThrow(`Invalid Codex request_user_input input: ${message}`);
  });
});

describe("Gemini ask_user", () => {
  it("becomes an ask and is answered by index", () => {
    const ask = fromGemini({
      questions: [
        { ...gemini, type: undefined, multiSelect: true },
        { question: "Why?", type: "text", placeholder: "Because" },
        { question: "Sure?", type: "yesno", header: "" },
      ],
    });
    expect(
      ask.questions.map(({ type, placeholder, header }) => [type, placeholder, header]),
    ).toEqual([
      ["multi-select", undefined, "Database"],
      ["text", "Because", undefined],
      ["confirm", undefined, undefined],
    ]);
    const answers = [
      answer("q1", ["Postgres", "SQLite"], "DuckDB"),
      answer("q2", []),
      answer("q3", ["no"]),
    ];
    expect(toGemini(ask.questions, result("answered", answers))).toEqual({
      "0": "Postgres, SQLite, DuckDB",
      "2": "No",
    });
  });

  it.each([
    [{ questions: Array(5).fill(gemini) }, "questions: must hold 1 to 4 questions"],
    [
      { questions: [{ ...gemini, options: options("A") }] },
      'questions[0].options: must hold 2 to 4 options when type is "choice"',
    ],
    [{ questions: [{ question: "Which?" }] }, "questions[0].options: must hold 2 to 4 options"],
    [
      { questions: [{ ...gemini, options: options("A", "B", "C", "D", "E") }] },
      "questions[0].options: must hold 0 to 4 options",
    ],
    [{ questions: [{ ...gemini, type: "number" }] }, "questions[0].type"],
  ])("refuses %j", (input, message) => {
    expect(() => fromGemini(input)).toThrow(`Invalid Gemini ask_user input: ${message}`);
  });
});

const unanswered = (Object.keys(OUTCOMES) as AskOutcome[]).filter(
  (outcome) => outcome !== "answered",
);

describe.each(unanswered)("%s", (outcome) => {
  it("gives no host an answer", () => {
    // Answers a buggy host might still carry must not get through either.
    const ended = { ...result("answered", [answer("q1", ["Postgres"])]), outcome } as ReturnType<
      typeof result
    >;
    expect(toClaudeCode([claude], ended)).toEqual({});
    expect(toOpenCode([opencode], ended)).toEqual([]);
    expect(toCodex([{ type: "select" }], ended)).toEqual({});
    expect(toGemini([{ type: "select" }], ended)).toEqual({});
  });
});

const words = fc
  .oneof(
    fc.constantFrom("__proto__", "constructor", "a\nb", "\u001b[2J", "\u202eabc", "0", "x, y"),
    fc.string({ maxLength: 30, unit: "binary" }),
  )
  .filter((text) => lookOf(text) !== "");
const exchange = fc.record({
  question: words,
  labels: fc.uniqueArray(words, { minLength: 2, maxLength: 3, selector: lookOf }),
  isMultiple: fc.boolean(),
  own: fc.option(words),
});
const exchanges = fc.uniqueArray(exchange, {
  minLength: 1,
  maxLength: 3,
  selector: ({ question }) => question,
});

/** Asks, and answers each question with its last option, or all of them, or own words. */
function converse(ask: AskInput, list: readonly { readonly own: string | null }[]) {
  const { questions } = askInputSchema.parse(ask);
  const sent = questions.map(({ id, type, options: offered }, index) => {
    const own = list[index]?.own ?? null;
    const labels = offered.map(({ label }) => label);
    if (type === "multi-select") return answer(id, labels, own);
    return answer(id, own === null ? labels.slice(-1) : [], own);
  });
  const answers = checkAnswers(questions, sent);
  const said = answers.map(({ values, custom }) =>
    custom === null ? values : [...values, custom],
  );
  return { said, ended: result("answered", answers) };
}

describe("whatever the text", () => {
  test.prop([exchanges])("Claude Code gets each answer under its question", (list) => {
    const ask = fromClaudeCode({
      questions: list.map(({ question, isMultiple }) => ({
        ...claude,
        question,
        multiSelect: isMultiple,
      })),
    });
    const { said, ended } = converse(ask, list);
    const given = new Map(Object.entries(toClaudeCode(ask.questions, ended)));
    expect(list.map(({ question }) => given.get(question))).toEqual(said.map((s) => s.join(", ")));
  });

  test.prop([exchanges])("OpenCode gets each answer in its place", (list) => {
    const ask = fromOpenCode({
      questions: list.map(({ question, labels, isMultiple }) => ({
        ...opencode,
        question,
        options: options(...labels),
        multiple: isMultiple,
      })),
    });
    const { said, ended } = converse(ask, list);
    expect(toOpenCode(ask.questions, ended)).toEqual(said);
  });

  test.prop([exchanges])("Codex gets each answer under its id", (list) => {
    const ask = fromCodex({
      questions: list.map(({ question, labels }) => ({
        ...codex,
        id: question,
        options: options(...labels),
      })),
    });
    const { ended } = converse(ask, list);
    const given = new Map(Object.entries(toCodex(ask.questions, ended)));
    expect(list.map(({ question }) => given.get(question)?.answers)).toEqual(
      list.map(({ own, labels }) =>
        own === null ? labels.slice(-1) : [`user_note: ${own.trim()}`],
      ),
    );
  });

  test.prop([exchanges])("Gemini gets each answer under its index", (list) => {
    const ask = fromGemini({
      questions: list.map(({ question, labels, isMultiple }) => ({
        ...gemini,
        question,
        options: options(...labels),
        multiSelect: isMultiple,
      })),
    });
    const { said, ended } = converse(ask, list);
    expect(toGemini(ask.questions, ended)).toEqual({ ...said.map((s) => s.join(", ")) });
  });
});
