import { printable as anyLines } from "@readback/core/printable";
import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";

/** One line that a terminal shows as it is: control and invisible characters become `\u…`. */
export function printable(text: string): string {
  return anyLines(text.replace(/[\t\n\r\u0085\u2028\u2029]/g, escapeUnit));
}

/** A character as JSON and people can read it. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Columns that a text takes; styles take none. */
export const widthOf = (text: string): number => stringWidth(text);

/** Breaks a text into lines of at most `width` columns, at spaces where there are any. */
export function wrap(text: string, width: number): readonly string[] {
  return wrapAnsi(text, width, { hard: true }).split("\n");
}

/** As {@link wrap}, but keeps the spaces at the start of the text, on every line. */
export function wrapIndented(text: string, width: number): readonly string[] {
  const indent = " ".repeat(text.length - text.trimStart().length);
  return wrap(text, width - indent.length).map((line) => indent + line);
}

/** Breaks the lines of a text for a terminal; without one they stay as they are. */
export function fit(
  text: string,
  output: { readonly isTTY?: boolean; readonly columns?: number },
): string {
  const { isTTY = false, columns = 80 } = output;
  if (!isTTY) return text;
  return text
    .split("\n")
    .flatMap((line) => wrapIndented(line, columns - 1))
    .join("\n");
}

/** Fills up with spaces to `width` columns. */
export const padEnd = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - widthOf(text)));

/** Fills up with spaces before the text, to `width` columns. */
export const padStart = (text: string, width: number): string =>
  " ".repeat(Math.max(0, width - widthOf(text))) + text;

/** At most `width` columns of one line, the last one an ellipsis when something was cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(shown + segment) > width - 1) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}
