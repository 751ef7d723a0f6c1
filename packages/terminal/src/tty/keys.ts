import { graphemesOf } from "../segments.js";

/** A key with a name. */
export type KeyName =
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "pageup"
  | "pagedown"
  | "enter"
  | "newline"
  | "escape"
  | "tab"
  | "backtab"
  | "backspace"
  | "delete"
  | "word-left"
  | "word-right"
  | "delete-word"
  | "delete-to-start"
  | "delete-to-end"
  | "interrupt"
  | "end-of-input"
  | "suspend"
  | "redraw";

/** What a person did at the keyboard. */
export type Key =
  | { readonly type: "key"; readonly name: KeyName }
  /** One typed character, as a person counts them. */
  | { readonly type: "text"; readonly text: string }
  /** Text that came all at once. It is text, whatever is in it, and decides nothing. */
  | { readonly type: "paste"; readonly text: string };

const PASTE_START = "\u001b[200~";
const PASTE_END = "\u001b[201~";

const named = (name: KeyName): Key => ({ type: "key", name });

const CONTROL: Readonly<Record<string, KeyName>> = {
  "\r": "enter",
  "\n": "newline",
  "\t": "tab",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0001": "home",
  "\u0003": "interrupt",
  "\u0004": "end-of-input",
  "\u0005": "end",
  "\u000b": "delete-to-end",
  "\u000c": "redraw",
  "\u0015": "delete-to-start",
  "\u0017": "delete-word",
  "\u001a": "suspend",
};

/** By the last letter of `ESC [ …` and `ESC O …`. */
const FINAL: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  Z: "backtab",
};

/** By the number of `ESC [ number ~`. */
const NUMBERED: Readonly<Record<string, KeyName>> = {
  1: "home",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
};

/** After Escape, as Alt and a key. */
const ALT: Readonly<Record<string, KeyName>> = {
  "\r": "newline",
  b: "word-left",
  f: "word-right",
  "\u007f": "delete-word",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of a terminal begin with one
const SEQUENCE = /^\u001b(?:\[([0-?]*)[ -/]*([@-~])|O([@-~]))/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, not yet at its end
const UNFINISHED = /^\u001b(?:\[[0-?]*[ -/]*|O)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, without one
const BROKEN = /^\u001b(?:\[[0-?]*[ -/]*|O)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: text is what has none
const TEXT = /^[^\u0000-\u001f\u007f-\u009f]+/;
/** A line break and more behind it at once: nobody types so, a terminal without paste mode pastes so. */
const LINES = /[\r\n][^\r\n]/;
const LINE_BREAKS = /^[\r\n]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: up to the next key that is no part of a paste
const UP_TO_KEY = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+/;

/** What is left over of a chunk until more comes. */
export interface Decoded {
  readonly keys: readonly Key[];
  readonly rest: string;
}

/**
 * Reads what a terminal sends. `rest` is the beginning of something: give it again, before what comes
 * next. With `isLast`, nothing comes next: an Escape is the key itself. `isBurst`: the input came right
 * behind other input, as the pieces of a paste do. An Enter in it may be the end of a pasted line, of which
 * more comes; several of them are a key that is held down, and no Enter.
 */
export function decodeKeys(input: string, isLast = false, isBurst = false): Decoded {
  const keys: Key[] = [];
  let rest = input;
  while (rest !== "") {
    if (rest.startsWith(PASTE_START)) {
      const end = rest.indexOf(PASTE_END);
      // A paste whose end never comes is a paste all the same.
      if (end < 0 && !isLast) return { keys, rest };
      keys.push(paste(rest.slice(PASTE_START.length, end < 0 ? undefined : end)));
      rest = end < 0 ? "" : rest.slice(end + PASTE_END.length);
      continue;
    }
    if (UNFINISHED.test(rest)) {
      if (!isLast) return { keys, rest };
      // The rest of a sequence got lost. That is no Escape, which would cancel.
      if (rest.length > 1) return { keys, rest: "" };
    }
    const [lines = ""] = UP_TO_KEY.exec(rest) ?? [];
    const isLine = LINE_BREAKS.test(lines) && (isBurst || rest.length < input.length);
    const isPaste = LINES.test(lines);
    // A key that is held down says nothing about what has appeared since.
    if (isLine && isBurst && isRepeated(lines) && (isLast || lines !== rest)) {
      rest = rest.slice(lines.length);
      continue;
    }
    if ((isLine || isPaste) && !isLast && lines === rest) return { keys, rest };
    if (isPaste) {
      keys.push(paste(lines));
      rest = rest.slice(lines.length);
      continue;
    }
    const taken = rest.startsWith("\u001b") ? escaped(rest, keys) : plain(rest, keys);
    rest = rest.slice(taken);
  }
  return { keys, rest };
}

/** Whether these are several line breaks. */
function isRepeated(lines: string): boolean {
  return lines.replaceAll("\r\n", "\n").length > 1;
}

/** Whether a paste has begun whose end is still to come. */
export function isPasting(rest: string): boolean {
  return rest.startsWith(PASTE_START);
}

function paste(text: string): Key {
  return { type: "paste", text: text.replace(/\r\n?/g, "\n") };
}

/** Reads a sequence, Alt with a key, or Escape; returns how much of the text that was. */
function escaped(rest: string, keys: Key[]): number {
  const found = SEQUENCE.exec(rest);
  if (found) {
    const [all, parameters = "", final = "", keypad = ""] = found;
    const name = keypad === "M" ? "enter" : nameOf(parameters, final || keypad);
    if (name) keys.push(named(name));
    return all.length;
  }
  // Neither a sequence that breaks off nor Alt with one is an Escape, which would cancel.
  const [broken] = BROKEN.exec(rest) ?? [];
  if (broken !== undefined) return broken.length;
  if (SEQUENCE.test(rest.slice(1))) return 1;
  const alt = ALT[rest[1] ?? ""];
  if (alt) {
    keys.push(named(alt));
    return 2;
  }
  keys.push(named("escape"));
  return 1;
}

function nameOf(parameters: string, final: string): KeyName | undefined {
  // Reports of the mouse, and answers of the terminal, are no keys.
  if (/[^0-9;]/.test(parameters)) return undefined;
  const [number = "", modifier = ""] = parameters.split(";");
  // With Alt (3), Ctrl (5) or both, arrows go by words.
  if ((final === "C" || final === "D") && modifier !== "" && modifier !== "2") {
    return final === "C" ? "word-right" : "word-left";
  }
  return final === "~" ? NUMBERED[number] : FINAL[final];
}

function plain(rest: string, keys: Key[]): number {
  const [text] = TEXT.exec(rest) ?? [];
  if (text !== undefined) {
    for (const { segment } of graphemesOf(text)) {
      keys.push({ type: "text", text: segment });
    }
    return text.length;
  }
  const name = CONTROL[rest[0] ?? ""];
  if (name) keys.push(named(name));
  return 1;
}
