import { describe, expect, it } from "vitest";
import type { QuestionRequest } from "../../src/ask-with-render-ack/ask.js";
import { ShownQuestions } from "../../src/ask-with-render-ack/shown-questions.js";

const entry = (askId: string, requestId: string) => ({
  request: { askId, requestId } as QuestionRequest,
});

describe("the questions a surface shows", () => {
  it("are one for each question: a presentation takes the place of the one before", () => {
    const shown = new ShownQuestions();
    const [first, other, retry] = [entry("a", "a~x.1"), entry("b", "b~y.1"), entry("a", "a~x.2")];
    expect([first, other, retry].map((one) => shown.put(one))).toEqual([
      undefined,
      undefined,
      first,
    ]);
    expect([...shown]).toEqual([retry, other]);
    expect(shown.size).toBe(2);
    expect(shown.of("a")).toBe(retry);
    expect(["a~x.1", "a~x.2"].map((requestId) => shown.get(requestId))).toEqual([undefined, retry]);
  });

  it("stay when an earlier presentation of theirs goes", () => {
    const shown = new ShownQuestions();
    const retry = entry("a", "a~x.2");
    shown.put(entry("a", "a~x.1"));
    shown.put(retry);
    expect(shown.take("a~x.1")).toBeUndefined();
    expect(shown.of("a")).toBe(retry);
    expect(shown.take("a~x.2")).toBe(retry);
    expect(shown.take("a~x.2")).toBeUndefined();
    expect([shown.of("a"), shown.get("a~x.2"), shown.size]).toEqual([undefined, undefined, 0]);
  });

  it("can have names of any kind", () => {
    const shown = new ShownQuestions();
    // As version 0.1 made them, and as nobody does.
    for (const requestId of ["3f2c.1", "", "~.~", "constructor"]) shown.put(entry("a", requestId));
    expect(shown.get("constructor")).toBe(shown.of("a"));
    expect(shown.get("3f2c.1")).toBeUndefined();
  });

  it("that are sent again are the same question still", () => {
    const shown = new ShownQuestions();
    const again = entry("a", "a~x.1");
    shown.put(entry("a", "a~x.1"));
    shown.put(again);
    expect([shown.get("a~x.1"), shown.of("a"), shown.size]).toEqual([again, again, 1]);
  });
});
