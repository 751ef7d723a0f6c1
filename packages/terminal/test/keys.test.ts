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
