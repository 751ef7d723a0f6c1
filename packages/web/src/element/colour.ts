/** How opaque a computed colour is, in any notation: 0 to 1. */
export function alphaOf(colour: string): number {
  const [, after] = /(?:\/ |rgba\([^,]+,[^,]+,[^,]+, )([\d.e+-]+)\)$/.exec(colour) ?? [];
  return after === undefined ? 1 : Number(after);
}

/** Whether nobody can tell two computed colours apart. Of other notations than rgb, only equal ones. */
export function isAlike(one: string, other: string | null): boolean {
  if (other === null) return false;
  const [left, right] = [one, other].map((it) => (it.startsWith("rgb(") ? numbersIn(it) : []));
  if (!left?.length || !right?.length) return one === other;
  return left.every((value, at) => Math.abs(value - (right[at] ?? 0)) <= 8);
}

function numbersIn(text: string): readonly number[] {
  return (text.match(/[\d.]+/g) ?? []).map(Number);
}
