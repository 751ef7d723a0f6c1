import { printable } from "@readback/core/printable";
import stringWidth from "fast-string-width";
import { graphemesOf } from "../segments.js";

/** Columns that a text takes; styles take none. */
export const widthOf = (text: string): number => stringWidth(text);

/** A text of somebody else as a terminal can show it; without Unicode, other characters as their codes. */
export function safe(text: string, unicode: boolean): string {
  const shown = printable(text).replace(/\t/g, "  ");
  return unicode ? shown : shown.replace(/[^\n -~]/gu, codeOf);
}

/** The same in one line. */
export function safeLine(text: string, unicode: boolean): string {
  return safe(text, unicode).replace(/\s+/g, " ").trim();
}

function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** Breaks a text into lines of at most `width` columns: at spaces where there are any, never in a character. */
export function wrap(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((paragraph) => wrapParagraph(paragraph, width));
}

function wrapParagraph(paragraph: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(/(?<=\s)(?=\S)/)) {
    if (line !== "" && widthOf(line) + widthOf(word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
    if (widthOf(line.trimEnd()) <= width) continue;
    const pieces = wrapHard(line.trimEnd(), width);
    lines.push(...pieces.slice(0, -1));
    line = `${pieces.at(-1) ?? ""}${/\s*$/.exec(word)?.[0] ?? ""}`;
  }
  return [...lines, line.trimEnd()];
}

function wrapHard(text: string, width: number): readonly string[] {
  const lines = [""];
  for (const { segment } of graphemesOf(text)) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && widthOf(line + segment) > width) lines.push(segment);
    else lines[lines.length - 1] = line + segment;
  }
  return lines;
}

/** At most `width` columns of one line, the last one an ellipsis when something was cut. */
export function cut(text: string, width: number, unicode = true): string {
  if (widthOf(text) <= width) return text;
  const more = unicode ? "…" : "...";
  let shown = "";
  for (const { segment } of graphemesOf(text)) {
    if (widthOf(shown + segment) > width - more.length) break;
    shown += segment;
  }
  return `${shown.trimEnd()}${more}`.slice(0, Math.max(0, width));
}

/** Fills up with spaces to `width` columns. */
export const padEnd = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - widthOf(text)));

/** A text that is being written, in lines, and where its caret is. */
export interface Written {
  readonly lines: readonly string[];
  readonly row: number;
  readonly column: number;
}

/** Lays out what is being written, character by character: nothing moves when a word grows. */
export function layOut(text: string, caret: number, width: number, unicode: boolean): Written {
  const lines = [""];
  let row = 0;
  let column = 0;
  let isPlaced = false;
  const place = () => {
    row = lines.length - 1;
    column = widthOf(lines[row] ?? "");
    isPlaced = true;
  };
  for (const { segment, index } of graphemesOf(text)) {
    const isBreak = /^[\r\n]/.test(segment);
    const shown = isBreak ? "" : safe(segment, unicode);
    const line = lines.at(-1) ?? "";
    if (line !== "" && widthOf(line + shown) > width) lines.push("");
    if (!isPlaced && index >= caret) place();
    if (isBreak) lines.push("");
    // What is shown as its code may be wider than a line by itself.
    else lines.push(...wrapHard(`${lines.pop() ?? ""}${shown}`, width));
  }
  if (!isPlaced) place();
  if (column >= width) {
    row += 1;
    column = 0;
    lines.splice(row, 0, "");
  }
  return { lines, row, column };
}

/** Puts short pieces side by side, as many as fit into a line; a piece that fits into one is never broken. */
export function pack(pieces: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const joined = last === undefined ? piece : `${last}  ${piece}`;
    if (last !== undefined && widthOf(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(...wrap(piece, width));
  }
  return lines;
}
