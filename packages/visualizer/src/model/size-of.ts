/** A value of more parts is large enough as it is; and one that contains itself has an end. */
const MOST_PARTS = 100_000;
/** Deeper, and there is no room to look. */
const DEEPEST = 500;
/** What numbers and other short values take as text. */
const SHORT = 8;

/** About how many bytes a value has as JSON, without making the text. */
export function sizeOf(value: unknown): number {
  let left = MOST_PARTS;

  function size(one: unknown, depth: number): number {
    left -= 1;
    if (typeof one === "string") return one.length + 2;
    if (typeof one !== "object" || one === null || left <= 0 || depth > DEEPEST) return SHORT;
    let sum = 2;
    if (Array.isArray(one)) for (const item of one) sum += 1 + size(item, depth + 1);
    else
      for (const [key, item] of Object.entries(one)) sum += key.length + 4 + size(item, depth + 1);
    return sum;
  }
  return size(value, 0);
}
