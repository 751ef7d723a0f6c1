import { createStyle, type Style, wantsColor } from "@readback/terminal/style";

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
  const columns = Math.min(Math.max(process.stdout.columns ?? 80, NARROWEST), WIDEST);
  return { style: styleOf(noColor), width: columns - 1 };
}

/** The style of an output, by default standard output: the flag decides, then the environment, then whether it is a terminal. */
export function styleOf(
  noColor: boolean,
  output: { readonly isTTY?: boolean } = process.stdout,
): Style {
  return createStyle(!noColor && wantsColor(process.env, output.isTTY === true));
}
