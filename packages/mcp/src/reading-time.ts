/** In how many parts the time is counted. */
const PARTS = 10;

/** The time that a person needs to read a form. */
export interface ReadingTime {
  hasPassed(): boolean;
}

/**
 * Counts this many milliseconds, in parts that follow each other: between two of them this process hears what has
 * come. Time in which it hears nothing, or the machine is too busy for it, is at most one part, so a reply that was
 * there at once and is heard late still counts as one that came at once.
 */
export function startReading(ms: number): ReadingTime {
  let left = ms > 0 ? PARTS : 0;
  function count(): void {
    if (left === 0) return;
    const timer: unknown = setTimeout(() => {
      left -= 1;
      count();
    }, ms / PARTS);
    (timer as { unref?: () => void }).unref?.();
  }
  count();
  return { hasPassed: () => left === 0 };
}
