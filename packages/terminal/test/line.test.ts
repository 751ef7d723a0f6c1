import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { edit, type Line } from "../src/dialog/line.js";
import { decodeKeys, type KeyName } from "../src/tty/keys.js";

const start: Line = { text: "", caret: 0 };
const type = (line: Line, input: string) => decodeKeys(input, true).keys.reduce(edit, line);
const key = (line: Line, ...names: readonly KeyName[]) =>
  names.reduce((now, name) => edit(now, { type: "key", name }), line);

describe("a line", () => {
  it("moves and deletes by characters as people see them", () => {
    const line = type(start, "a👩‍👩‍👧é");
    expect(key(line, "backspace")).toEqual({ text: "a👩‍👩‍👧", caret: 9 });
    expect(key(line, "backspace", "backspace")).toEqual({ text: "a", caret: 1 });
    expect(type(key(line, "left", "left"), "b").text).toBe("ab👩‍👩‍👧é");
    expect(key(line, "home", "delete", "delete").text).toBe("é");
  });

  it("goes by words, and to the ends of its row", () => {
    const line = type(start, "one two\u001b\rthree four");
    expect(line.text).toBe("one two\nthree four");
    expect(key(line, "delete-word").text).toBe("one two\nthree ");
    expect(key(line, "delete-to-start").text).toBe("one two\n");
    expect(key(line, "home").caret).toBe(8);
    expect(key(line, "word-left", "word-left").caret).toBe(8);
    expect(key(line, "home", "delete-to-end").text).toBe("one two\n");
  });

  it("keeps the lines of a paste, and never half a character", () => {
    const line = edit(start, { type: "paste", text: "one\ntwo\ud83d" });
    expect(line.text).toBe("one\ntwo");
  });

  it("takes no more than core does", () => {
    const full = edit(start, { type: "paste", text: "x".repeat(100_000) });
    expect(edit(full, { type: "text", text: "y" })).toBe(full);
  });

  const names = fc.constantFrom<KeyName>(
    "left",
    "right",
    "home",
    "end",
    "word-left",
    "word-right",
    "backspace",
    "delete",
    "delete-word",
    "delete-to-end",
    "delete-to-start",
    "newline",
    "up",
  );
  const anyKey = fc.oneof(
    names.map((name) => ({ type: "key" as const, name })),
    fc.string({ unit: "grapheme" }).map((text) => ({ type: "paste" as const, text })),
  );
  test.prop([fc.array(anyKey)])("never has its caret inside of a character", (keys) => {
    const { text, caret } = keys.reduce(edit, start);
    const starts = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect([...starts, text.length]).toContain(caret);
  });
});
