import type { InstancePage } from "../../source/instance-list.js";

/** A line of the list: the head of a machine's group, or an instance by its place among all. */
type ListLine = { readonly machine: string; readonly count: number } | { readonly index: number };

/** A group of lines of one height each: lines are worked out, not kept. */
export interface ListLines {
  readonly groups: InstancePage["groups"];
}

export const linesOf = (groups: InstancePage["groups"]): ListLines => ({ groups });

export const HEAD = 34;

export interface Sight {
  readonly lines: readonly { readonly line: ListLine; readonly top: number }[];
  /** The height of the whole list. */
  readonly total: number;
  /** Which instances have to be known. */
  readonly offset: number;
  readonly limit: number;
}

/** What of the list is in sight, and `margin` rows above and below it. */
export function windowOf(
  { groups }: ListLines,
  scroll: number,
  height: number,
  row: number,
  margin: number,
): Sight {
  const [from, to] = [scroll - margin * row, scroll + height + margin * row];
  const lines: { line: ListLine; top: number }[] = [];
  const places: number[] = [];
  let [top, before] = [0, 0];
  for (const { machine, count } of groups) {
    if (top + HEAD >= from && top <= to) lines.push({ line: { machine, count }, top });
    top += HEAD;
    const first = Math.min(count, Math.max(0, Math.floor((from - top) / row)));
    const last = Math.min(count, Math.max(0, Math.ceil((to - top) / row)));
    for (let at = first; at < last; at += 1) {
      lines.push({ line: { index: before + at }, top: top + at * row });
      places.push(before + at);
    }
    top += count * row;
    before += count;
  }
  const offset = places[0] ?? 0;
  const needed = (places.at(-1) ?? -1) - offset + 1;
  // Before anything is known, what fits is asked for.
  const fitting = Math.ceil((to - Math.max(0, from)) / row);
  return { lines, total: top, offset, limit: Math.min(200, Math.max(needed, fitting)) };
}
