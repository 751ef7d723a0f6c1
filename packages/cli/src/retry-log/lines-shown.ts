/** Enough for what is written between two looks, many times over. */
const REMEMBERED = 10_000;

/**
 * Remembers the latest lines of a file, for when another file takes its place that begins with what is left of them:
 * then it tells where in that the new ones begin.
 */
export function createLinesShown() {
  let latest: string[] = [];

  return {
    add(line: string): void {
      latest.push(line);
      if (latest.length > 2 * REMEMBERED) latest = latest.slice(-REMEMBERED);
    },
    /** Looks at the lines of the other file, one by one; `known`: how many, from the start, are not new. */
    search() {
      const left = new Map<string, number>();
      for (const line of latest) left.set(line, (left.get(line) ?? 0) + 1);
      let [looked, known] = [0, 0];
      return {
        look(line: string): void {
          looked += 1;
          const count = left.get(line) ?? 0;
          if (count === 0) return;
          left.set(line, count - 1);
          known = looked;
        },
        known: () => known,
      };
    },
  };
}
