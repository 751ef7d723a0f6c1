import type { Frame } from "../draw/frame.js";
import { widthOf } from "../draw/text.js";

const HIDE = "\u001b[?25l";
const SHOW = "\u001b[?25h";
const CLEAR_DOWN = "\u001b[J";
const CLEAR_LINE = "\u001b[K";

const up = (count: number) => (count > 0 ? `\u001b[${count}A` : "");
const down = (count: number) => (count > 0 ? `\u001b[${count}B` : "");
const right = (count: number) => (count > 0 ? `\u001b[${count}C` : "");

/** What stands on the screen, and on which of its lines the cursor is. */
interface Painted {
  readonly lines: readonly string[];
  readonly row: number;
  readonly columns: number;
}

/** Turns frames into what a terminal is sent: one text for each, and only what has changed. */
export class Painter {
  #painted: Painted = { lines: [], row: 0, columns: 0 };

  /** What to send for this frame; empty when it stands there already. */
  paint({ lines, cursor }: Pick<Frame, "lines" | "cursor">, columns: number): string {
    const before = this.#painted;
    const isResized = before.lines.length > 0 && before.columns !== columns;
    let out = isResized
      ? this.#clear(columns)
      : up(before.row) + (before.lines.length > 0 ? "\r" : "");
    const old = isResized ? [] : before.lines;
    let at = 0;
    const isSame = old.length === lines.length && lines.every((line, nth) => line === old[nth]);
    if (!isSame) {
      for (const [nth, line] of lines.entries()) {
        if (nth < old.length && old[nth] === line) continue;
        out += this.#go(at, nth, old.length);
        out += `${line}${CLEAR_LINE}\r`;
        at = nth;
      }
      if (old.length > lines.length) {
        out += `${this.#go(at, lines.length, old.length)}${CLEAR_DOWN}`;
        at = lines.length;
      }
    }
    const row = cursor?.row ?? Math.max(0, lines.length - 1);
    out += row >= at ? down(row - at) : up(at - row);
    out += cursor ? `${right(cursor.column)}${SHOW}` : "";
    this.#painted = { lines, row, columns };
    return `${HIDE}${out}`;
  }

  /** Leaves these lines where the frame was, and the cursor below them. */
  leave(lines: readonly string[], columns: number): string {
    const out = this.#clear(columns);
    this.#painted = { lines: [], row: 0, columns };
    return `${out}${lines.map((line) => `${line}\r\n`).join("")}${SHOW}`;
  }

  /** The screen is not as it was left: the next frame is painted as a whole, below what is there. */
  forget(): void {
    this.#painted = { lines: [], row: 0, columns: 0 };
  }

  /** From one line of the frame to another; below the old frame there may be no line yet. */
  #go(from: number, to: number, known: number): string {
    if (to <= from) return up(from - to);
    const there = Math.max(0, Math.min(to, known - 1) - from);
    return `${down(there)}${"\r\n".repeat(to - from - there)}`;
  }

  /** Takes the frame away. A terminal of another width has broken its lines by itself. */
  #clear(columns: number): string {
    const { lines, row } = this.#painted;
    if (lines.length === 0) return "";
    const rows = lines
      .slice(0, row)
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / Math.max(1, columns))), 0);
    return `${up(rows)}\r${CLEAR_DOWN}`;
  }
}
