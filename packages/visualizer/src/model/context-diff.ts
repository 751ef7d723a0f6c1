/** A value that is not the same in both. */
export interface ValueDifference {
  /** Such as `failures.0.error`; empty for the whole. */
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  readonly before: unknown;
  readonly after: unknown;
}

const MOST = 1_000;

/** Where two values differ: two moments of a context, two instances, two inputs. */
export function differences(before: unknown, after: unknown): readonly ValueDifference[] {
  const found: ValueDifference[] = [];
  const seen = new Set<unknown>();

  function compare(one: unknown, other: unknown, path: string): void {
    if (Object.is(one, other) || found.length >= MOST) return;
    if (!isTree(one) || !isTree(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ path, change: "changed", before: one, after: other });
      return;
    }
    // What holds itself is looked at once.
    if (seen.has(one) && seen.has(other)) return;
    seen.add(one);
    seen.add(other);
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const at = path === "" ? key : `${path}.${key}`;
      const [left, right] = [one[key], other[key]];
      if (!Object.hasOwn(one, key))
        found.push({ path: at, change: "added", before: undefined, after: right });
      else if (!Object.hasOwn(other, key)) {
        found.push({ path: at, change: "removed", before: left, after: undefined });
      } else compare(left, right, at);
    }
    seen.delete(one);
    seen.delete(other);
  }
  compare(before, after, "");
  return found.slice(0, MOST);
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
