import { graphemesIn, wordsOf } from "../segments.js";
import type { Key } from "../tty/keys.js";

/** A text that is being written, and where the next character goes: an index into it. */
export interface Line {
  readonly text: string;
  readonly caret: number;
}

/** The longest answer that is taken; core refuses longer ones. */
const LONGEST = 100_000;

/** The text after a key; the same object when the key changes nothing. */
export function edit(line: Line, key: Key): Line {
  const { text, caret } = line;
  if (key.type !== "key") return insert(line, key.text);
  switch (key.name) {
    case "newline":
      return insert(line, "\n");
    case "left":
      return at(line, before(text, caret));
    case "right":
      return at(line, after(text, caret));
    case "home":
      return at(line, text.lastIndexOf("\n", caret - 1) + 1);
    case "end":
      return at(line, endOfRow(text, caret));
    case "word-left":
      return at(line, wordBefore(text, caret));
    case "word-right":
      return at(line, wordAfter(text, caret));
    case "backspace":
      return cut(line, before(text, caret), caret);
    case "delete":
    case "end-of-input":
      return cut(line, caret, after(text, caret));
    case "delete-word":
      return cut(line, wordBefore(text, caret), caret);
    case "delete-to-start":
      return cut(line, text.lastIndexOf("\n", caret - 1) + 1, caret);
    case "delete-to-end":
      return cut(line, caret, endOfRow(text, caret));
    default:
      return line;
  }
}

function insert(line: Line, added: string): Line {
  const { text, caret } = line;
  // Half of a pair is no character. Tabs have no width of their own.
  const clean = added.replace(/\p{Surrogate}/gu, "").replace(/\t/g, "  ");
  if (clean === "" || text.length + clean.length > LONGEST) return line;
  return { text: text.slice(0, caret) + clean + text.slice(caret), caret: caret + clean.length };
}

function at(line: Line, caret: number): Line {
  return caret === line.caret ? line : { text: line.text, caret };
}

function cut(line: Line, from: number, to: number): Line {
  if (from >= to) return line;
  return { text: line.text.slice(0, from) + line.text.slice(to), caret: from };
}

function endOfRow(text: string, caret: number): number {
  const end = text.indexOf("\n", caret);
  return end < 0 ? text.length : end;
}

/** Where the character before the caret begins. */
function before(text: string, caret: number): number {
  return caret === 0 ? 0 : (graphemesIn(text).containing(caret - 1)?.index ?? 0);
}

function after(text: string, caret: number): number {
  const next = graphemesIn(text).containing(caret);
  return next ? next.index + next.segment.length : text.length;
}

function wordBefore(text: string, caret: number): number {
  let found = 0;
  for (const { index, isWordLike } of wordsOf(text.slice(0, caret))) {
    if (isWordLike) found = index;
  }
  return found;
}

function wordAfter(text: string, caret: number): number {
  for (const { index, segment, isWordLike } of wordsOf(text.slice(caret))) {
    if (isWordLike) return caret + index + segment.length;
  }
  return text.length;
}
