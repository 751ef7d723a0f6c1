/** The value below which `part` (0 to 1) of the values lie. */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)];
}

export const median = (values) => quantile(values, 0.5);

/** The ratio of two interleaved subjects: median of the rounds' own ratios, with its spread. */
export function ratioOf(values, others) {
  const ratios = values.map((value, round) => value / others[round]);
  return { middle: median(ratios), low: quantile(ratios, 0.1), high: quantile(ratios, 0.9) };
}

/** `0.35 × (0.33–0.38)`: the median, and where 80 % of the rounds lie. */
export const showRatio = ({ middle, low, high }) =>
  `${digits(middle)} × (${digits(low)}–${digits(high)})`;

export const micros = (value) => `${digits(value)} µs`;
export const bytes = (value) => `${count(Math.round(value))} B`;
export const megabytes = (value) => `${(value / 1e6).toFixed(1)} MB`;
export const kilobytes = (value) => `${(value / 1e3).toFixed(1)} kB`;
export const count = (value) => value.toLocaleString("en-US");

/** Three digits, more or less. */
const digits = (value) =>
  value >= 100 ? value.toFixed(0) : value.toPrecision(value < 0.1 ? 2 : 3);
