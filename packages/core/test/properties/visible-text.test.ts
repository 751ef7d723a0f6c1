import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createAsk, InvalidInputError } from "../../src/index.js";
import { oneLine, printable } from "../../src/printable.js";
import { parseAskUserQuestion } from "../../src/tools.js";
import { AT_WORK, INVISIBLE, withInvisible } from "../support/invisible-text.js";
import { nasty } from "../support/nasty-text.js";
import { property } from "../support/properties.js";

const HIDDEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const text = fc.oneof(
  withInvisible,
  nasty,
  fc
    .array(fc.constantFrom(...INVISIBLE, ...AT_WORK, "a", " ", "ب", "א", "क", "漢", "😀"), {
      maxLength: 20,
    })
    .map((pieces) => pieces.join("")),
);

describe("what a person is shown", () => {
  property("hides nothing between letters that need nothing hidden", [withInvisible], (given) => {
    expect(printable(given)).not.toMatch(HIDDEN);
  });

  property(
    "is the same text when every hidden character does its work",
    [fc.array(fc.oneof(fc.constantFrom(...AT_WORK), fc.constantFrom("plain", "شكرا", "word?")))],
    (words) => {
      expect(printable(words.join(" "))).toBe(words.join(" "));
    },
  );

  property("is shown the same way when it is shown again", [text], (given) => {
    expect(printable(printable(given))).toBe(printable(given));
  });

  property("has no run of hidden characters that could carry a message", [text], (given) => {
    const pictures = printable(given)
      .replace(/\u{1f3f4}[\u{e0061}-\u{e007a}]{5}\u{e007f}/gu, "flag")
      .replaceAll("\ufe0f\u200d", "\u200d");
    expect(pictures).not.toMatch(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]{2}/u);
  });

  it.each([
    ["a tag", "\u{e0041}", "\\u{e0041}"],
    ["a soft hyphen", "\u00ad", "\\u00ad"],
    ["a filler", "\u3164", "\\u3164"],
    ["an override", "\u202e", "\\u202e"],
    ["a joiner between Latin letters", "a\u200db", "a\\u200db"],
    ["a second selector", "😀\ufe0f\ufe0f", "😀\ufe0f\\ufe0f"],
    ["a flag with a message", "🏴\u{e0068}\u{e0069}\u{e007f}", "🏴\\u{e0068}\\u{e0069}\\u{e007f}"],
  ])("names %s", (_, given, shown) => {
    expect(printable(given)).toBe(shown);
  });
});

/** Labels that are alike, and some that are not. */
const labels = fc
  .array(
    fc.tuple(
      fc.constantFrom("Yes", "No", "Yes no", "é", "e\u0301"),
      fc.nat(6),
      fc.constantFrom(...INVISIBLE, " ", "\u00a0", "\\u200b", "\u200b", ""),
    ),
    { minLength: 2, maxLength: 4 },
  )
  .map((made) => made.map(([word, at, extra]) => word.slice(0, at) + extra + word.slice(at)));

describe("options", () => {
  property("that are taken can be told apart by a person", [labels], (given) => {
    try {
      createAsk({ questions: [{ question: "Which?", options: given }] });
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError);
      expect((error as Error).message).toMatch(/questions\[0\]\.options/);
      return;
    }
    const visible = (label: string) =>
      label.replace(HIDDEN, "").normalize("NFC").replace(/\s+/g, " ").trim();
    expect(new Set(given.map(oneLine)).size).toBe(given.length);
    expect(new Set(given.map(visible)).size).toBe(given.length);
  });

  it.each([
    ["a soft hyphen", "De\u00adlete"],
    ["a tag", "Delete\u{e0041}"],
    ["a filler", "Delete\u3164"],
    ["a space at the end", "Delete "],
    ["a space that does not break", "\u00a0Delete"],
  ])("that differ by %s are refused, with the field", (_, label) => {
    expect(() =>
      createAsk({ questions: [{ question: "Which?", options: ["Delete", label] }] }),
    ).toThrow("questions[0].options[1].label: looks the same as options[0] to a person");
  });

  it("are refused when one spells out what is shown for another", () => {
    expect(() =>
      createAsk({ questions: [{ question: "Which?", options: ["a\u200b", "a\\u200b"] }] }),
    ).toThrow("questions[0].options[1].label: looks the same as options[0]");
  });

  it("that are nothing a person sees are refused, and so is such a question", () => {
    expect(() =>
      createAsk({ questions: [{ question: "Which?", options: ["\u3164", "b"] }] }),
    ).toThrow("questions[0].options[0].label: must have 1 to 500 characters");
    expect(() => createAsk({ questions: [{ question: "\u3164\u200b" }] })).toThrow(
      "questions[0].question: must not be empty",
    );
  });

  it("of the strict tool cannot pass for Other, for each other or under one header", () => {
    const ask = (labels: readonly string[], headers = ["One", "Two"]) =>
      parseAskUserQuestion({
        questions: headers.map((header) => ({
          question: "Which?",
          header,
          options: labels.map((label) => ({ label, description: "d" })),
        })),
      });
    expect(() => ask(["Oth\u00ader", "b"])).toThrow('Option label "Other" is reserved');
    expect(() => ask(["a", "a\u2060"])).toThrow("questions[0].options[1].label: looks the same");
    expect(() => ask(["a", "b"], ["One", "On\u200be"])).toThrow(
      "questions[1].header: Duplicate header",
    );
  });
});
