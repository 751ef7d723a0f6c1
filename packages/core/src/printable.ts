import { INVISIBLE } from "./invisible.js";

// The one place that decides what of a text people see. Everything that shows text goes through it.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this shows
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/** No character before the soft hyphen is invisible. */
const MAYBE_INVISIBLE = /[\u00ad-\uffff]/;

/**
 * Text as a person can see all of it: control characters and invisible ones are shown as their codes,
 * `\u…`. Tabs and line breaks stay, and so does what letters and emoji are made of: joiners, variation
 * selectors and direction marks where they do something.
 * @example
 * printable("Delete\u{e0021} it\u202e?"); // "Delete\\u{e0021} it\\u202e?"
 */
export function printable(text: string): string {
  const plain = text.replace(LINE_BREAK, "\n").replace(CONTROL, codeOf);
  if (!MAYBE_INVISIBLE.test(plain)) return plain;
  patterns ??= unicodePatterns();
  const { anyInvisible, rightToLeft, invisibleBothWays, invisible } = patterns;
  if (!anyInvisible.test(plain)) return plain;
  const pattern = rightToLeft.test(plain) ? invisibleBothWays : invisible;
  return plain.replace(pattern, (found: string, atWork?: string) => atWork ?? codeOf(found));
}

let patterns: ReturnType<typeof unicodePatterns> | undefined;

/** Made when the first text needs them: what Unicode says of all characters takes longer to load than a hook's work. */
function unicodePatterns() {
  // Scripts whose letters take other shapes beside a joiner.
  const joined =
    "Arab Syrc Mong Nkoo Mand Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr"
      .split(" ")
      .map((script) => `\\p{scx=${script}}`)
      .join("");
  const joinedLetter = `(?!${INVISIBLE})[${joined}]`;
  // Where an invisible character does its work: each stands alone, after what it changes.
  const atWork = [
    // The flags of England, Scotland and Wales, the only ones that are written with tags.
    "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}",
    // As a picture or as a letter; which form of a sign.
    "(?<=[\\p{Emoji}\\p{S}\\p{sc=Han}\\p{sc=Mymr}\\p{sc=Phag}])[\\ufe00-\\ufe0f]",
    "(?<=\\p{sc=Han})[\\u{e0100}-\\u{e01ef}]",
    "(?<=[\\u1820-\\u18aa])[\\u180b-\\u180f]",
    // One picture out of several.
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})",
    // The shape of a letter.
    `(?<=${joinedLetter})\\u200d`,
    `(?<=${joinedLetter})\\u200c(?=${joinedLetter})`,
  ];
  // Which way a comma or a bracket belongs, in text that has letters of both directions.
  const direction = `(?<!${INVISIBLE})[\\u061c\\u200e\\u200f]`;
  return {
    anyInvisible: new RegExp(INVISIBLE, "u"),
    rightToLeft:
      /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
    invisible: new RegExp(`(${atWork.join("|")})|${INVISIBLE}`, "gu"),
    invisibleBothWays: new RegExp(`(${[...atWork, direction].join("|")})|${INVISIBLE}`, "gu"),
  };
}

/** One printable line: line breaks and tabs become spaces. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}

function codeOf(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? "";
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
