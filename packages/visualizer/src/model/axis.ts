import { mustBeEntries } from "@readback/core/host";

/** A time line on which long silences take little room. */
export interface Axis {
  /** Its length: the place of the last moment. */
  readonly length: number;
  /** The place of a moment; moments before the first are at 0, later ones than the last at the end. */
  placeOf(time: number): number;
  /** The moment at a place. */
  timeAt(place: number): number;
}

/**
 * Makes an axis from the moments at which something happened. A gap takes the logarithm of its length,
 * so that a burst of milliseconds can be seen beside an hour in which nothing happened.
 */
export function createAxis(times: Iterable<number>): Axis {
  mustBeEntries(times, "times of createAxis", "times in milliseconds, such as [0, 1000]");
  const moments = [...new Set(times)].sort((a, b) => a - b);
  const places: number[] = [];
  let place = 0;
  for (const [index, moment] of moments.entries()) {
    const before = moments[index - 1];
    if (before !== undefined) place += Math.log2(1 + (moment - before));
    places.push(place);
  }
  const along = (from: readonly number[], to: readonly number[], value: number): number => {
    const next = firstFrom(from, value);
    if (next === from.length) return to.at(-1) ?? 0;
    if (next === 0) return to[0] ?? 0;
    const [low, high] = [from[next - 1] as number, from[next] as number];
    const [start, end] = [to[next - 1] as number, to[next] as number];
    return start + ((value - low) / (high - low)) * (end - start);
  };
  return {
    length: place,
    placeOf: (time) => along(moments, places, time),
    timeAt: (at) => along(places, moments, at),
  };
}

/** The place of the first of these sorted numbers that is not below a value; their length, when none is. */
function firstFrom(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
