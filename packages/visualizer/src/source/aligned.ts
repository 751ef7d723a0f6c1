import type { MomentRow } from "./moment-view.js";

/** Two histories side by side; `null` where one has nothing that is like the other's. */
export type Pairs = readonly { readonly a: MomentRow | null; readonly b: MomentRow | null }[];

/** Longer ones are put side by side entry by entry: the best fit costs the product of their lengths. */
const LONGEST = 500;

export const canAlign = (a: readonly MomentRow[], b: readonly MomentRow[]): boolean =>
  a.length <= LONGEST && b.length <= LONGEST;

/** Puts together what is alike (same event, same state after), in order, as much of it as can be. */
export function aligned(a: readonly MomentRow[], b: readonly MomentRow[]): Pairs {
  if (!canAlign(a, b)) return sideBySide(a, b);
  const isAlike = (i: number, j: number) => likeness(a[i]) === likeness(b[j]);
  // best[i][j]: how many of a from i and of b from j can be put together.
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = best[i] as number[];
      row[j] = isAlike(i, j) ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pairs[number][] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left = null, right = null] = [a[i], b[j]];
    if (left && right && isAlike(i, j)) {
      pairs.push({ a: left, b: right });
      i += 1;
      j += 1;
    } else if (left && (!right || at(i + 1, j) >= at(i, j + 1))) {
      pairs.push({ a: left, b: null });
      i += 1;
    } else {
      pairs.push({ a: null, b: right });
      j += 1;
    }
  }
  return pairs;
}

function sideBySide(a: readonly MomentRow[], b: readonly MomentRow[]): Pairs {
  const length = Math.max(a.length, b.length);
  return Array.from({ length }, (_, index) => ({ a: a[index] ?? null, b: b[index] ?? null }));
}

const likeness = (row: MomentRow | undefined) => row && `${row.event} ${row.to}`;
