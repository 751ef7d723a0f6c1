import type { WaitsFor } from "../model/waits-for.js";
import type { Health } from "../source/health.js";

// Words and numbers as the page writes them.

export const HEALTH_WORDS: Readonly<Record<Health, string>> = {
  running: "running",
  waiting: "needs a person",
  retrying: "retrying",
  overdue: "overdue",
  stuck: "stuck",
  done: "done",
  failed: "not achieved",
};

export const WAIT_WORDS: Readonly<Record<WaitsFor, string>> = {
  render: "waits for the screen",
  person: "waits for a person",
  agent: "waits for the agent",
  system: "waits for a program",
  timer: "waits for a timer",
  event: "waits for an event",
  nobody: "waits for nobody",
};

export const WAIT_NAMES: Readonly<Record<WaitsFor, string>> = {
  render: "screen",
  person: "person",
  agent: "agent",
  system: "program",
  timer: "timer",
  event: "event",
  nobody: "nobody",
};

/** The name of an instance; of a long one, such as a hash, how it begins. */
export const shortName = (name: string) => (name.length > 32 ? `${name.slice(0, 12)}…` : name);

/** A duration in a few characters: `320 ms`, `4.2 s`, `3 min 5 s`, `2 h 5 min`, `3 d 2 h`. */
export function shortDuration(ms: number): string {
  const abs = Math.abs(ms);
  if (abs < 1_000) return `${Math.round(abs)} ms`;
  if (abs < 60_000) return `${Number((abs / 1_000).toFixed(1))} s`;
  const units: readonly [string, number][] = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1_000],
  ];
  const at = units.findIndex(([, size]) => abs >= size);
  return units
    .slice(at, at + 2)
    .map(([name, size], index) => {
      const over = index === 0 ? abs : abs % (units[at]?.[1] ?? 1);
      return [Math.floor(over / size), name] as const;
    })
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(" ");
}

/** A countdown to the second: `4:59`, `1:02:03`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown
    .map((part, index) => (index === 0 ? `${part}` : `${part}`.padStart(2, "0")))
    .join(":");
}

/** How long ago, in one unit: `now`, `12 s ago`, `3 h ago`. */
export function ago(then: number, now: number): string {
  const ms = now - then;
  if (ms < 2_000) return "now";
  return `${shortDuration(ms).split(" ").slice(0, 2).join(" ").replace(/\.\d+/, "")} ago`;
}

const TIME = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hour12: false,
});
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** The time of day of a moment, and its day where that matters. */
export const clockTime = (at: number) => (isDate(at) ? TIME.format(at) : `${at} ms`);
export const dayOf = (at: number) => (isDate(at) ? DAY.format(at) : "");
const isDate = (at: number) => !Number.isNaN(new Date(at).getTime());

/** A value in one line. */
export function inline(value: unknown, longest = 80): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
