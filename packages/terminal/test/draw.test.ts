import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { drawDialog } from "../src/draw/draw-dialog.js";
import { drawWaiting } from "../src/draw/draw-waiting.js";
import { layOut, pack, widthOf, wrap } from "../src/draw/text.js";
import { createStyle, showsUnicode, wantsColor } from "../src/style.js";
import { KEYS, Person } from "./support/person.js";
import { database, features, requestOf } from "./support/request.js";

const { down, enter, up } = KEYS;
const asked = { from: "claude-code in shop", title: "Release 2.0" };
const retry = { ...asked, notice: "Previous attempt failed to display. This is retry attempt 2." };

describe("a dialog", () => {
  it("in 80 columns", () => {
    expect(new Person([database, features], retry).screen()).toMatchInlineSnapshot(`
      "┌ 1/2: Database  claude-code in shop asks
      │ Release 2.0
      │ Previous attempt failed to display. This is retry attempt 2.
      │
      │ Which database?
      │
      │ › ( ) PostgreSQL  Relational, we run it already
      │   ( ) SQLite      One file, no server
      │   ( ) Other       Provide your own answer
      │
      └ Enter: select  ↑↓: navigate  1-3  Esc: cancel"
    `);
  });

  it("in 40 columns and 10 rows", () => {
    const person = new Person([database, features], retry);
    expect(person.screen({ columns: 40, rows: 10 })).toMatchInlineSnapshot(`
      "┌ 1/2: Database  claude-code in shop a…
      │ Release 2.0
      │ Previous attempt failed to display.
      │ This is retry attempt 2.
      │ Which database?
      │ › ( ) PostgreSQL  Relational, we run…
      │   ( ) SQLite      One file, no server
      │   ( ) Other       Provide your own a…
      │ Enter: select  ↑↓: navigate  1-3
      └ Esc: cancel"
    `);
  });

  it("in 200 columns and 60 rows", () => {
    const person = new Person(
      [{ ...database, question: `Which ${"long ".repeat(45)}name?` }],
      retry,
    );
    expect(person.screen({ columns: 200, rows: 60 })).toMatchInlineSnapshot(`
      "┌ Database  claude-code in shop asks
      │ Release 2.0
      │ Previous attempt failed to display. This is retry attempt 2.
      │
      │ Which long long long long long long long long long long long long long long long long long long
      │ long long long long long long long long long long long long long long long long long long long
      │ long long long long long long long long name?
      │
      │ › ( ) PostgreSQL  Relational, we run it already
      │   ( ) SQLite      One file, no server
      │   ( ) Other       Provide your own answer
      │
      └ Enter: select  ↑↓: navigate  1-3  Esc: cancel"
    `);
  });

  it("with right-to-left text, in the order it was given", () => {
    const question = {
      header: "قاعدة",
      question: "أي قاعدة بيانات يجب أن تستخدمها الخدمة الجديدة؟",
      options: [{ label: "PostgreSQL", description: "موجودة لدينا" }, "קובץ אחד, בלי שרת"],
    };
    const person = new Person([question], asked).press(up, enter, "שלום abc عالم");
    expect(person.screen({ columns: 40 })).toMatchInlineSnapshot(`
      "┌ قاعدة  claude-code in shop asks
      │ Release 2.0
      │
      │ أي قاعدة بيانات يجب أن تستخدمها
      │ الخدمة الجديدة؟
      │
      │   ( ) PostgreSQL
      │         موجودة لدينا
      │   ( ) קובץ אחד, בלי שרת
      │ › (•) Other
      │         Provide your own answer
      │
      │ Enter your answer:
      │ › שלום abc عالم
      │
      │ Enter: send  Alt+Enter: new line
      └ Esc: back to the list"
    `);
    const look = { columns: 40, rows: 24, unicode: true, style: createStyle(false) };
    const { lines, cursor } = drawDialog(person.state, look);
    for (const line of lines) expect(widthOf(line)).toBeLessThan(40);
    expect(cursor?.column).toBe("│ › שלום abc عالم".length);
  });

  it("with several choices and an answer of one's own", () => {
    const person = new Person([features], asked).press(" ", up, " ", "Something else");
    expect(person.screen()).toMatchInlineSnapshot(`
      "┌ Features  claude-code in shop asks
      │ Release 2.0
      │
      │ Which features?
      │
      │   [x] Search
      │   [ ] Export
      │   [ ] Audit log
      │ › [x] Other      Provide your own answer
      │
      │ Enter your answer:
      │ › Something else
      │
      └ Enter: confirm  Alt+Enter: new line  Esc: back to the list"
    `);
  });

  it("with a long list in a small window", () => {
    const options = Array.from({ length: 40 }, (_, nth) => ({
      label: `Option ${nth + 1}`,
      description: "Words",
    }));
    const person = new Person([{ question: "Which one?", options }]).press(
      down,
      down,
      down,
      down,
      down,
      down,
    );
    expect(person.screen({ columns: 40, rows: 10 })).toMatchInlineSnapshot(`
      "┌ Question
      │ Which one?
      │   ↑ 5 more
      │   ( ) Option 6   Words
      │ › ( ) Option 7   Words
      │   ( ) Option 8   Words
      │   ( ) Option 9   Words
      │   ↓ 32 more
      │ Enter: select  ↑↓: navigate  1-9
      └ /: filter  Esc: cancel"
    `);
  });

  it("with as many choices of a cut list as there are rows for", () => {
    const options = Array.from({ length: 5 }, (_, nth) => `Option ${nth + 1}`);
    const question = "Which of these five options is the right one?";
    const person = new Person([{ question, options, custom: false }]);
    expect(person.screen({ columns: 40, rows: 8 })).toMatchInlineSnapshot(`
      "┌ Question
      │ Which of these five options is the
      │ right one?
      │ › ( ) Option 1
      │   ( ) Option 2
      │   ↓ 3 more
      │ Enter: select  ↑↓: navigate  1-5
      └ Esc: cancel"
    `);
  });

  it("without Unicode", () => {
    const person = new Person([{ ...features, question: "Für wen?" }], asked).press(" ");
    const screen = person.screen({ unicode: false });
    expect(screen).toMatchInlineSnapshot(`
      "+ Features  claude-code in shop asks
      | Release 2.0
      |
      | F\\u00fcr wen?
      |
      | > [x] Search
      |   [ ] Export
      |   [ ] Audit log
      |   [ ] Other      Provide your own answer
      |
      + Space: toggle  Enter: confirm  Up/Down: navigate  1-4  Esc: cancel"
    `);
    expect(screen).toMatch(/^[\n -~]*$/);
  });

  it("says when the window is too small for it, and that it does not fit", () => {
    const person = new Person([{ ...database, question: "Long words ".repeat(60) }], asked);
    const look = { columns: 40, rows: 10, unicode: true, style: createStyle(false) };
    const frame = drawDialog(person.state, look);
    expect(frame.fits).toBe(false);
    expect(frame.lines.join(" ")).toMatch(
      /too small for the question: make it at least 40\s+columns wide and 23 rows high/,
    );
    expect(drawDialog(person.state, { ...look, rows: 23 }).fits).toBe(true);
  });

  it("has errors in the error colour, and no colour without", () => {
    const person = new Person([features]).press(enter);
    expect(person.screen({ color: true })).toContain(
      "\u001b[31mSelect at least one option\u001b[39m",
    );
    expect(person.screen()).not.toContain("\u001b");
  });

  it("shows the cursor where the next character goes, after wide characters", () => {
    const person = new Person([{ question: "Name?" }]).press("日本👩‍👩‍👧x", KEYS.left);
    const look = { columns: 80, rows: 24, unicode: true, style: createStyle(false) };
    const { lines, cursor } = drawDialog(person.state, look);
    expect(lines[cursor?.row ?? 0]).toBe("│ › 日本👩‍👩‍👧x");
    expect(cursor?.column).toBe(4 + 6);
  });
});

describe("the list of what waits", () => {
  const waiting = ["Which database?", "Which features, of all that were asked for?"].map(
    (question) => ({
      request: requestOf([{ ...database, question }], { from: "codex in shop" }),
      since: 0,
    }),
  );
  const list = { title: "Questions in shop", notice: "", waiting, cursor: 0, isHeld: false };
  const draw = (columns: number, rows: number) =>
    drawWaiting(
      { ...list, now: 61_000 },
      { columns, rows, unicode: true, style: createStyle(false) },
    ).lines.join("\n");

  it("has all its keys, also in a narrow window", () => {
    expect(draw(40, 10)).toMatchInlineSnapshot(`
      "┌ Questions in shop
      │ 2 questions wait
      │
      │ › Which database?  codex in s…  1 min
      │   Which features, of all that…  1 min
      │
      │ Enter: answer  q: leave  ↑↓: navigate
      └ Del: dismiss"
    `);
  });

  it("gives up empty lines, then keys, for what waits", () => {
    expect(draw(40, 6)).toMatchInlineSnapshot(`
      "┌ Questions in shop
      │ 2 questions wait
      │ › Which database?  codex in s…  1 min
      │   Which features, of all that…  1 min
      │ Enter: answer  q: leave  ↑↓: navigate
      └ Del: dismiss"
    `);
    expect(draw(40, 5)).toMatchInlineSnapshot(`
      "┌ Questions in shop
      │ 2 questions wait
      │ › Which database?  codex in s…  1 min
      │   Which features, of all that…  1 min
      └ Enter: answer  q: leave  ↑↓: navigat…"
    `);
  });

  test.prop([
    fc.nat(9),
    fc.integer({ min: 12, max: 120 }),
    fc.integer({ min: 1, max: 20 }),
    fc.string(),
  ])(
    "is never larger than the terminal, and shows the row that the keys are about",
    (cursor, columns, rows, notice) => {
      const ten = Array.from({ length: 10 }, (_, nth) => ({
        request: requestOf([database], { title: `N${nth}` }),
        since: 0,
      }));
      const look = { columns, rows, unicode: true, style: createStyle(true) };
      const { lines } = drawWaiting({ ...list, notice, waiting: ten, cursor, now: 0 }, look);
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThan(columns);
      if (rows >= 4 && columns >= 20) expect(lines.join("\n")).toContain(`N${cursor}`);
    },
  );
});

describe("hostile text", () => {
  const evil = "\u001b[2J\u001b]0;owned\u0007\u202eevil\u200b\r\nsecond";

  it("does nothing to the terminal, wherever it stands", () => {
    const question = {
      header: evil.slice(0, 99),
      question: evil,
      options: [{ label: evil, description: evil }, "fine"],
      placeholder: evil,
    };
    for (const input of [[question], [{ question: evil, placeholder: evil }]]) {
      const person = new Person(input, { title: evil.slice(0, 99), from: evil, notice: evil });
      const screen = person.screen({ rows: 60 });
      expect(screen.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Bidi_Control}|\u200b/u);
      expect(screen).toContain("\\u001b[2J");
      expect(screen).toContain("\\u202e");
    }
  });

  it("cannot look like a part of the dialog: each line is beside the bar", () => {
    const person = new Person([{ ...database, question: "Sure?\n└ Enter: select\n› (•) Yes" }]);
    expect(
      person
        .screen()
        .split("\n")
        .every((line) => /^[┌│└]/.test(line)),
    ).toBe(true);
  });
});

describe("text", () => {
  it("of keys breaks between them, not in them", () => {
    const keys = ["Space: toggle", "Enter: confirm", "Esc: back to the list"];
    expect(pack(keys, 80)).toEqual(["Space: toggle  Enter: confirm  Esc: back to the list"]);
    expect(pack(keys, 35)).toEqual(["Space: toggle  Enter: confirm", "Esc: back to the list"]);
    expect(pack(keys, 14)).toEqual(["Space: toggle", "Enter: confirm", "Esc: back to", "the list"]);
  });

  it("breaks at spaces, and never in a character", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("日本語日本語", 5)).toEqual(["日本", "語日", "本語"]);
    expect(wrap("👩‍👩‍👧👩‍👩‍👧", 2)).toEqual(["👩‍👩‍👧", "👩‍👩‍👧"]);
    expect(wrap("a\n\nb", 5)).toEqual(["a", "", "b"]);
    expect(wrap("مرحبا بالعالم", 7)).toEqual(["مرحبا", "بالعالم"]);
  });

  const someText = fc.string({ unit: "grapheme", maxLength: 80 });
  test.prop([someText, fc.integer({ min: 12, max: 60 })])(
    "no line is wider than asked for",
    (text, width) => {
      for (const line of wrap(text, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
    },
  );

  test.prop([someText, fc.nat(80), fc.integer({ min: 12, max: 40 }), fc.boolean()])(
    "what is written stays within its lines, and so does the caret",
    (text, at, width, unicode) => {
      const caret = Math.min(at, text.length);
      const { lines, row, column } = layOut(text, caret, width, unicode);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      expect(lines[row]).toBeDefined();
      expect(column).toBeLessThan(width);
    },
  );

  test.prop([
    fc.array(
      fc.record({
        label: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
        description: someText,
      }),
      { maxLength: 12 },
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
    fc.integer({ min: 5, max: 120 }),
    fc.integer({ min: 1, max: 40 }),
    fc.boolean(),
  ])("a frame is never larger than the terminal", (options, question, columns, rows, unicode) => {
    const labelled = options.map((option, nth) => ({ ...option, label: `${nth} ${option.label}` }));
    const person = new Person(
      [
        {
          question: `Q ${question}`,
          type: labelled.length ? "multi-select" : "text",
          options: labelled,
        },
      ],
      retry,
    );
    const { lines, cursor } = drawDialog(person.state, {
      columns,
      rows,
      unicode,
      style: createStyle(true),
    });
    expect(lines.length).toBeLessThanOrEqual(Math.max(rows, 1));
    for (const line of lines) expect(widthOf(line)).toBeLessThan(Math.max(columns, 2));
    if (cursor) expect(cursor.row).toBeLessThan(lines.length);
  });
});

describe("what a terminal can show", () => {
  it.each([
    [{}, true],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    [{ TERM: "dumb" }, false],
    [{ TERM: "dumb", FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "0" }, false],
  ])("colours with %j: %s", (env, expected) => {
    expect(wantsColor(env)).toBe(expected);
  });

  it.each([
    [{}, true],
    [{ LANG: "en_US.UTF-8" }, true],
    [{ LANG: "C" }, false],
    [{ LC_ALL: "C", LANG: "en_US.UTF-8" }, false],
    [{ TERM: "linux", LANG: "en_US.UTF-8" }, false],
  ])("Unicode with %j: %s", (env, expected) => {
    expect(showsUnicode(env)).toBe(expected);
  });
});
