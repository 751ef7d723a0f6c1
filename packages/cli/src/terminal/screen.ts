import { createStyle, type Style, wantsColor } from "./style.js";

/** What the lines of a plain command are made with. */
export interface Screen {
  readonly style: Style;
  /** Columns to use; one is left free so that no line wraps by itself. */
  readonly width: number;
}

/** Longer lines are hard to read. */
const WIDEST = 120;
const NARROWEST = 40;

/** The screen that standard output is; without a terminal, one of the usual width. */
export function screenOf(noColor = false): Screen {
  const { stdout, env } = process;
  const columns = Math.min(Math.max(stdout.columns ?? 80, NARROWEST), WIDEST);
  return { style: createStyle(wantsColor(stdout, env, noColor)), width: columns - 1 };
}
