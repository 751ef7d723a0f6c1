import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createTerminalBridge } from "../src/index.js";
import { Painter } from "../src/tty/paint.js";
import { FakeTerminal } from "./support/fake-terminal.js";
import { KEYS } from "./support/person.js";
import { database, requestOf } from "./support/request.js";
import { VisibleScreen } from "./support/visible-screen.js";

const COLUMNS = 80;

/** A window that is resized, and a frame that is painted in it: at most as many lines as it has rows. */
const step = fc
  .record({ rows: fc.integer({ min: 2, max: 30 }), size: fc.integer({ min: 1, max: 30 }) })
  .chain(({ rows, size }) => {
    const count = Math.min(rows, size);
    return fc.record({
      rows: fc.constant(rows),
      lines: fc.array(fc.stringMatching(/^[a-e]{1,5}$/), { minLength: count, maxLength: count }),
      cursor: fc.option(fc.nat(count - 1).map((row) => ({ row, column: 1 }))),
    });
  });

describe("a frame in a window that changes its size", () => {
  test.prop([fc.nat(40), fc.array(step, { minLength: 2, maxLength: 6 })])(
    "stands on the screen as it was drawn, in windows that become lower and higher",
    async (before, steps) => {
      const screen = new VisibleScreen(COLUMNS, 24);
      await screen.write("shell\r\n".repeat(before));
      const painter = new Painter();
      for (const { rows, lines, cursor } of steps) {
        screen.resize(COLUMNS, rows);
        await screen.write(painter.paint({ lines, cursor }, { columns: COLUMNS, rows }));
        const shown = screen.rows().join("\n").trimEnd().split("\n");
        expect(shown.slice(-lines.length)).toEqual(lines);
      }
    },
  );

  it("is confirmed with all of the question on the screen, also in a lower window", async () => {
    for (const rows of [11, 9, 8, 7, 6]) {
      const terminal = new FakeTerminal();
      const screen = new VisibleScreen(COLUMNS, 24);
      await screen.write("shell\r\n".repeat(30));
      terminal.onWrite = (text, done) => void screen.write(text).then(done);
      const bridge = createTerminalBridge({ find: terminal.find, color: false, unicode: true });
      void bridge.sendQuestion(requestOf([database], { title: "Release 2.0" }));
      await screen.write("");
      screen.resize(COLUMNS, rows);
      terminal.output.rows = rows;
      terminal.output.emit("resize");
      await screen.write("");
      const text = screen.rows().join("\n").replaceAll("shell\n", "");
      expect(text).toMatch(
        /^┌ Database[^┌└]* Which database\?[^┌└]* PostgreSQL[^┌└]*\n└ [^\n]*\n*$/,
      );
      expect(text.match(/Which database\?/g)).toHaveLength(1);
      bridge.dispose();
    }
  });
});

describe("Ctrl-L", () => {
  it("draws the dialog as it is, wherever the cursor stands and whatever is on the screen", async () => {
    const terminal = new FakeTerminal();
    const screen = new VisibleScreen(COLUMNS, 24);
    terminal.onWrite = (text, done) => void screen.write(text).then(done);
    const bridge = createTerminalBridge({ find: terminal.find, rest: 0, color: false });
    void bridge.sendQuestion(requestOf([database]));
    terminal.press(KEYS.up, KEYS.enter, "my own words");
    await screen.write("");
    const before = screen.rows();
    await screen.write("Something else writes here.\r\n");
    terminal.press(KEYS.controlL);
    await screen.write("");
    expect(screen.rows().join("\n").trimEnd()).toBe(before.join("\n").trimEnd());
    bridge.dispose();
  });
});
