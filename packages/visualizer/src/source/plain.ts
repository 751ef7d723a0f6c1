const DEPTH = 12;
const ITEMS = 200;
const TEXT = 10_000;
/** Values in all: a page that is sent more freezes. */
const VALUES = 5_000;

/** A value as plain JSON of a bounded size. What was cut says so where it was. */
export function plainOf(value: unknown): unknown {
  let left = VALUES;
  const inside = new Set<object>();

  function cut(one: unknown, depth: number): unknown {
    left -= 1;
    if (typeof one === "string") return shortened(one);
    if (typeof one === "bigint" || typeof one === "symbol") return String(one);
    if (typeof one === "function") return "(function)";
    if (typeof one === "number" && !Number.isFinite(one)) return String(one);
    if (typeof one !== "object" || one === null) return one;
    if (inside.has(one)) return "(itself again)";
    if (depth >= DEPTH) return "(more inside)";
    inside.add(one);
    const made = isJson(one)
      ? one.toJSON()
      : Array.isArray(one)
        ? list(one, depth)
        : record(one, depth);
    inside.delete(one);
    return made;
  }
  function list(items: readonly unknown[], depth: number): unknown[] {
    const made: unknown[] = [];
    for (const item of items) {
      if (made.length >= ITEMS || left <= 0) {
        made.push(`(${items.length - made.length} more)`);
        break;
      }
      made.push(cut(item, depth + 1));
    }
    return made;
  }
  function record(one: object, depth: number): Record<string, unknown> {
    // Without a prototype, `__proto__` is a name like any other.
    const made: Record<string, unknown> = Object.create(null);
    const keys = Object.keys(one);
    for (const [index, key] of keys.entries()) {
      if (index >= ITEMS || left <= 0) {
        made["…"] = `(${keys.length - index} more)`;
        break;
      }
      made[key] = cut((one as Record<string, unknown>)[key], depth + 1);
    }
    return made;
  }
  return cut(value, 0);
}

function shortened(text: string): string {
  return text.length > TEXT
    ? `${text.slice(0, TEXT)}… (${text.length - TEXT} more characters)`
    : text;
}

function isJson(value: object): value is { toJSON(): unknown } {
  return value instanceof Date;
}
