import { checkAnswers } from "@readback/core/surfaces";
import { describe, expect, it } from "vitest";
import { answerOf, initialDraft, problemOf, textOf } from "../../src/element/draft.js";
import { LABELS } from "../../src/element/labels.js";
import { problemsByQuestion } from "../../src/element/refusal.js";
import { request } from "../support/ask.js";

const questionOf = (...args: Parameters<typeof request>[0]) => {
  const [question] = request(args).questions;
  return question ?? expect.fail("no question");
};
const options = [{ label: "A" }, { label: "B" }];
const none = { values: [], custom: null };

describe("a draft", () => {
  it("starts with what the agent has filled in", () => {
    const initial = { values: ["A"], custom: "more" };
    expect(initialDraft(questionOf({ type: "multi-select", options, initial }))).toEqual(initial);
    expect(initialDraft(questionOf({}))).toEqual(none);
  });

  it.each([
    [{ type: "text" as const }, none, "text"],
    [{ type: "text" as const }, { values: ["  \n"], custom: null }, "text"],
    [{ type: "select" as const, options }, none, "choose"],
    [{ type: "confirm" as const }, none, "choose"],
    [{ type: "multi-select" as const, options }, none, "chooseSome"],
    [{ type: "select" as const, options, custom: true }, { values: [], custom: " " }, "own"],
    [{ type: "text" as const, required: false }, none, undefined],
    [{ type: "confirm" as const }, { values: ["no"], custom: null }, undefined],
  ])("of %o with %o: %s", (question, draft, problem) => {
    expect(problemOf(questionOf(question), draft)).toBe(problem);
  });

  it("makes answers that core takes", () => {
    const question = questionOf({ type: "multi-select", options, custom: true });
    const answer = answerOf(question, { values: ["B"], custom: "C" });
    expect(checkAnswers([question], [answer])).toEqual([{ id: "q1", values: ["B"], custom: "C" }]);
    expect(answerOf(question, { values: [], custom: "  " }).custom).toBeNull();
  });

  it("can be read in one line", () => {
    expect(textOf(questionOf({ type: "confirm" }), { values: ["no"], custom: null }, LABELS)).toBe(
      "No",
    );
    const question = questionOf({ type: "multi-select", options });
    expect(textOf(question, { values: ["A", "B"], custom: "C" }, LABELS)).toBe("A, B, C");
  });
});

describe("a refusal", () => {
  const { questions } = request([{ id: "a" }, { id: "b" }]);
  it("is shown at the questions it names", () => {
    const found = problemsByQuestion(
      "Invalid answers: b: needs an answer; a: takes one",
      questions,
    );
    expect(found).toEqual({ byQuestion: ["takes one", "needs an answer"], rest: null });
  });
  it("is shown as a whole when it says anything else", () => {
    for (const problem of ["Nobody waits", "Invalid answers: [0].id: x; a: y", "c: no such"]) {
      expect(problemsByQuestion(problem, questions)).toEqual({ byQuestion: [], rest: problem });
    }
  });
});
