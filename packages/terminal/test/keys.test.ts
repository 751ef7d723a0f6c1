import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { decodeKeys, type Key } from "../src/tty/keys.js";

const names = (input: string, isLast = true) =>
  decodeKeys(input, isLast).keys.map((key) =>
    key.type === "key" ? key.name : `${key.type}:${key.text}`,
  );

describe("keys", () => {
  it.each([
    ["\u001b[A", "up"],
    ["\u001bOB", "down"],
    ["\u001b[1;5C", "word-right"],
    ["\u001bb", "word-left"],
    ["\u001b[Z", "backtab"],
    ["\u001b[3~", "delete"],
    ["\u001b[H", "home"],
    ["\u001b[6~", "pagedown"],
    ["\r", "enter"],
    ["\u001bOM", "enter"],
    ["\n", "newline"],
    ["\u001b\r", "newline"],
    ["\u007f", "backspace"],
    ["\u0003", "interrupt"],
    ["\u0004", "end-of-input"],
    ["\u001b", "escape"],
  ])("reads %j as %s", (input, name) => {
    expect(names(input)).toEqual([name]);
  });

  it("waits for the rest of a sequence, and takes Escape for itself when nothing comes", () => {
    expect(decodeKeys("\u001b")).toEqual({ keys: [], rest: "\u001b" });
    expect(decodeKeys("\u001b[1;")).toEqual({ keys: [], rest: "\u001b[1;" });
    expect(names("\u001b")).toEqual(["escape"]);
    // Half of a sequence is no Escape, which would cancel.
    expect(names("\u001b[1;")).toEqual([]);
    expect(names("\u001b[\u001b[B")).toEqual(["down"]);
    expect(names("\u001b\u001b[B")).toEqual(["down"]);
  });

  it("passes over sequences that are no key", () => {
    expect(names("\u001b[?2004;2$ya")).toEqual(["text:a"]);
    expect(names("\u001b[<0;10;5Mx")).toEqual(["text:x"]);
  });

  it("counts characters as people do", () => {
    expect(names("é👩‍👩‍👧日")).toEqual(["text:é", "text:👩‍👩‍👧", "text:日"]);
  });

  it("takes a paste as text, whatever is in it", () => {
    expect(names("\u001b[200~one\rtwo\u001b[A\u0003\u001b[201~x")).toEqual([
      "paste:one\ntwo\u001b[A\u0003",
      "text:x",
    ]);
  });

  it("waits for the end of a paste", () => {
    const { keys, rest } = decodeKeys("a\u001b[200~one\r");
    expect(keys).toEqual([{ type: "text", text: "a" }]);
    expect(names(`${rest}two\u001b[201~`)).toEqual(["paste:one\ntwo"]);
  });

  it("takes several lines at once for a paste, in a terminal without paste mode", () => {
    expect(names("first\rsecond\r")).toEqual(["paste:first\nsecond\n"]);
    expect(names("\u001b[Afirst\rsecond\r\u001b[B")).toEqual([
      "up",
      "paste:first\nsecond\n",
      "down",
    ]);
    // A line that a slow connection delivers with its Enter is typed.
    expect(names("yes\r")).toEqual(["text:y", "text:e", "text:s", "enter"]);
    expect(names("\r\r")).toEqual(["enter", "enter"]);
  });

  /** What is read of pieces that come right behind each other; then nothing more comes. */
  function inPieces(pieces: readonly string[]): readonly Key[] {
    const keys: Key[] = [];
    let rest = "";
    for (const [nth, piece] of pieces.entries()) {
      const decoded = decodeKeys(rest + piece, false, nth > 0);
      keys.push(...decoded.keys);
      rest = decoded.rest;
    }
    return [...keys, ...decodeKeys(rest, true, true).keys];
  }

  const textIn = (keys: readonly Key[]) =>
    keys.map((key) => (key.type === "key" ? `<${key.name}>` : key.text)).join("");

  it.each(["first\rsecond", "first\rsecond\r", "a\r\n\r\nb\r\n", "a\nb", "日\r\r👩‍👩‍👧\r"])(
    "takes %j for a paste wherever it is cut",
    (text) => {
      const expected = text.replace(/\r\n?/g, "\n");
      for (let cut = 1; cut < text.length; cut += 1) {
        expect(textIn(inPieces([text.slice(0, cut), text.slice(cut)])), `cut at ${cut}`).toBe(
          expected,
        );
      }
      expect(textIn(inPieces([...text]))).toBe(expected);
    },
  );

  it("takes an Enter for itself when nothing follows, and at once when nothing was before it", () => {
    expect(decodeKeys("\r")).toEqual({ keys: [{ type: "key", name: "enter" }], rest: "" });
    expect(decodeKeys("yes\r").rest).toBe("\r");
    expect(decodeKeys("\r", false, true)).toEqual({ keys: [], rest: "\r" });
    expect(textIn(inPieces(["y", "es", "\r"]))).toBe("yes<enter>");
    // What follows is no text: the line was typed.
    expect(textIn(inPieces(["yes\r", "\u001b[B"]))).toBe("yes<enter><down>");
    expect(textIn(inPieces(["yes", "\r\u0003"]))).toBe("yes<enter><interrupt>");
  });

  it("takes Enters right behind each other for a key that is held down, and for no Enter", () => {
    expect(textIn(inPieces(["\r", "\r", "\r", "\r"]))).toBe("<enter>");
    expect(textIn(inPieces(["\r", "\r", "\r", "\u001b[B"]))).toBe("<enter><down>");
    expect(textIn(inPieces(["yes", "\r"]))).toBe("yes<enter>");
  });

  test.prop([
    fc.array(fc.stringMatching(/^[a-z ]{1,6}$/), { minLength: 2, maxLength: 6 }),
    fc.constantFrom("\r", "\n", "\r\n"),
    fc.boolean(),
    fc.array(fc.integer({ min: 1, max: 9 })),
  ])(
    "takes several lines for a paste, in whatever pieces they come",
    (lines, lineBreak, ends, sizes) => {
      let input = lines.join(lineBreak) + (ends ? lineBreak : "");
      const expected = input.replace(/\r\n?/g, "\n");
      const pieces: string[] = [];
      for (const size of sizes) {
        pieces.push(input.slice(0, size));
        input = input.slice(size);
      }
      expect(textIn(inPieces([...pieces, input].filter((piece) => piece !== "")))).toBe(expected);
    },
  );

  test.prop([
    fc.array(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom("\u001b[A", "\u001b[200~", "\u001b[201~", "\u001b", "\r"),
      ),
    ),
    fc.array(fc.nat(20)),
  ])("reads whatever comes, in whatever pieces, and keeps nothing at the end", (parts, sizes) => {
    let input = parts.join("");
    let rest = "";
    const keys: Key[] = [];
    for (const size of sizes) {
      const decoded = decodeKeys(rest + input.slice(0, size));
      rest = decoded.rest;
      keys.push(...decoded.keys);
      input = input.slice(size);
    }
    const last = decodeKeys(rest + input, true);
    expect(last.rest).toBe("");
    for (const key of [...keys, ...last.keys]) {
      if (key.type === "text") expect(key.text).not.toMatch(/\p{Cc}/u);
    }
  });
});
