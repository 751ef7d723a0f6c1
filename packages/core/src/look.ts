import { INVISIBLE } from "./invisible.js";
import { oneLine } from "./printable.js";

const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const invisible = new RegExp(INVISIBLE, "gu");
/** Looks like a space, and is none. */
const BLANK = /[\s\u2800]+/g;

/** A text without what a person does not see: two texts with one look can hardly be told apart. */
export function lookOf(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(invisible, "").normalize("NFC").replace(BLANK, " ").trim();
}

/** The first text that looks like an earlier one, and that one, as they are or as they are shown. */
export function firstAlike(
  texts: readonly string[],
): readonly [earlier: number, later: number] | null {
  const seen = new Map<string, number>();
  for (const [index, text] of texts.entries()) {
    // What is shown for an invisible character can be written out in another text.
    for (const look of new Set([lookOf(text), lookOf(oneLine(text))])) {
      const earlier = seen.get(look);
      if (earlier !== undefined) return [earlier, index];
      seen.set(look, index);
    }
  }
  return null;
}
