import { UsageError } from "../arguments.js";
import { printable } from "../terminal/text.js";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
/** About 24 days: what timers take. */
const LONGEST = 2 ** 31 - 1;

/** Milliseconds of a text such as `90s` or `2m`, or a {@link UsageError} that says the rule. */
export function durationFlag(given: string | undefined, flag: string): number | undefined {
  if (given === undefined) return undefined;
  const ms = millisecondsIn(given);
  if (ms !== undefined) return ms;
  const rule = "a number with ms, s, m or h, such as 90s or 2m, up to 24 days";
  throw new UsageError(`--${flag} does not take "${printable(given)}". It takes ${rule}.`);
}

/** The same for a text that was checked before. */
export function millisecondsIn(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? 0);
  return ms > 0 && ms <= LONGEST ? ms : undefined;
}

/** How long something took, in a few characters: `42 s`, `3 min 05 s`. */
export function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
