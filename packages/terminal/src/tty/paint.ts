import type { Frame } from "../draw/frame.js";
import { widthOf } from "../draw/text.js";

const HIDE = "\u001b[?25l";
const SHOW = "\u001b[?25h";
const CLEAR_DOWN = "\u001b[J";
const CLEAR_ALL = "\u001b[H\u001b[2J";
const CLEAR_LINE = "\u001b[K";

const up = (count: number) => (count > 0 ? `\u001b[${count}A` : "");
const down = (count: number) => (count > 0 ? `\u001b[${count}B` : "");
const right = (count: number) => (count > 0 ? `\u001b[${count}C` : "");

/** How large a terminal is. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What stands on the screen, on which of its lines the cursor is, and how large the terminal was. */
interface Painted {
  readonly lines: readonly string[];
  readonly row: number;
  readonly size: Size;
}

const NOTHING: Painted = { lines: [], row: 0, size: { columns: 0, rows: 0 } };

/** Turns frames into what a terminal is sent: one text for each, and only what has changed. */
export class Painter {
  #painted = NOTHING;

  /** What to send for this frame; as good as nothing when it stands there already. */
  paint({ lines, cursor }: Pick<Frame, "lines" | "cursor">, size: Size): string {
    const before = this.#painted;
    const { columns, rows } = before.size;
    // A lower window has lost lines at either end: which of the old ones are left, nobody knows.
    const isResized = before.lines.length > 0 && (columns !== size.columns || rows !== size.rows);
    let out = isResized ? this.#clear(size) : `${up(before.row)}\r`;
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
    this.#painted = { lines, row, size };
    return `${HIDE}${out}`;
  }

  /** Leaves these lines where the frame was, and the cursor below them. */
  leave(lines: readonly string[], size: Size): string {
    const out = this.#clear(size);
    this.#painted = NOTHING;
    return `${out}${lines.map((line) => `${line}\r\n`).join("")}${SHOW}`;
  }

  /** The screen is not as it was left: the next frame is painted as a whole, below what is there. */
  forget(): void {
    this.#painted = NOTHING;
  }

  /** Takes everything off the screen: the next frame is painted as a whole, at its top. */
  clear(): string {
    this.forget();
    return CLEAR_ALL;
  }

  /** From one line of the frame to another; below the old frame there may be no line yet. */
  #go(from: number, to: number, known: number): string {
    if (to <= from) return up(from - to);
    const there = Math.max(0, Math.min(to, known - 1) - from);
    return `${down(there)}${"\r\n".repeat(to - from - there)}`;
  }

  /** Takes the frame away. A terminal of another width has broken its lines by itself. */
  #clear({ columns }: Size): string {
    const { lines, row } = this.#painted;
    if (lines.length === 0) return "";
    const rows = lines
      .slice(0, row)
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / Math.max(1, columns))), 0);
    return `${up(rows)}\r${CLEAR_DOWN}`;
  }
}
