import type { Style } from "../style.js";

/** What a terminal can show. */
export interface Look {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
  readonly unicode: boolean;
}

/** What is to be on the screen. No line is wider than the terminal. */
export interface Frame {
  readonly lines: readonly string[];
  /** Where the cursor is to be seen; `null`: nowhere. */
  readonly cursor: { readonly row: number; readonly column: number } | null;
  /** Whether all that a person needs for an answer is in it. */
  readonly fits: boolean;
}

/** Longer lines are hard to read. */
const WIDEST = 100;
const BAR = 2;

/** Columns for text beside the bar; one is left free so that no line wraps by itself. */
export function innerWidth({ columns }: Look): number {
  return Math.min(columns, WIDEST) - BAR - 1;
}

/** Characters that lines are drawn with. */
export function glyphs({ unicode }: Look) {
  return unicode
    ? { top: "┌", bar: "│", bottom: "└", here: "›", dot: "•", tick: "✓", up: "↑", down: "↓" }
    : { top: "+", bar: "|", bottom: "+", here: ">", dot: "*", tick: "*", up: "^", down: "v" };
}

/** Puts the bar beside lines; the first and the last one are its ends. */
export function beside(lines: readonly string[], look: Look): readonly string[] {
  const { top, bar, bottom } = glyphs(look);
  return lines.map((line, nth) => {
    const glyph = nth === 0 ? top : nth === lines.length - 1 ? bottom : bar;
    return `${look.style.dim(glyph)}${line === "" ? "" : ` ${line}`}`;
  });
}

export const BAR_WIDTH = BAR;
