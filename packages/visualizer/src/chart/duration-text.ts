const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** A length of time in the largest unit that gives a short number: `500 ms`, `1.5 s`, `10 min`. */
export function durationText(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? ["ms", 1];
  return `${Math.round((ms / size) * 10) / 10} ${unit}`;
}
