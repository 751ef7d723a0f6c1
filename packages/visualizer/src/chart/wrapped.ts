import type { Segment } from "./lines.js";
import { textWidth } from "./text-width.js";

/** Words of several lines' length are cut; more lines than this are left out. */
const MOST_LINES = 24;

/**
 * Breaks pieces of text into lines of at most `width` pixels, at spaces and, where a word alone is
 * too long, inside it.
 */
export function wrapped(
  segments: readonly Segment[],
  width: number,
  size: number,
  isBold = false,
): readonly (readonly Segment[])[] {
  const lines: Segment[][] = [[]];
  let used = 0;
  const space = textWidth(" ", size, isBold);
  for (const { text, role } of segments) {
    for (const word of text.split(/\s+/).flatMap((one) => cut(one, width, size, isBold))) {
      const needed = textWidth(word, size, isBold);
      const line = lines.at(-1) ?? [];
      const isFirst = line.length === 0;
      if (isFirst || used + space + needed <= width) {
        used += (isFirst ? 0 : space) + needed;
        append(line, { text: word, role });
      } else {
        lines.push([{ text: word, role }]);
        used = needed;
      }
    }
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), [{ text: "…", role: "note" }]];
}

function append(line: Segment[], { text, role }: Segment): void {
  const last = line.at(-1);
  if (last?.role === role) line[line.length - 1] = { text: `${last.text} ${text}`, role };
  else line.push({ text, role });
}

/** A word in parts that fit, broken where a name has its joints if that is not too early. */
function cut(word: string, width: number, size: number, isBold: boolean): readonly string[] {
  if (textWidth(word, size, isBold) <= width) return [word];
  const letters = [...word];
  let length = 1;
  while (
    length < letters.length &&
    textWidth(letters.slice(0, length + 1).join(""), size, isBold) <= width
  ) {
    length += 1;
  }
  const joint = jointBefore(letters, length);
  const at = joint > length / 2 ? joint : length;
  return [letters.slice(0, at).join(""), ...cut(letters.slice(at).join(""), width, size, isBold)];
}

/** The last place, not after `length`, where a new part of a camelCase, dotted or snake_case name begins. */
function jointBefore(letters: readonly string[], length: number): number {
  for (let at = length; at > 0; at -= 1) {
    const [before = "", after = ""] = [letters[at - 1], letters[at]];
    if (/[._\-/:]/.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(after))) return at;
  }
  return 0;
}
