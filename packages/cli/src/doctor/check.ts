import type { Screen } from "../terminal/screen.js";
import { printable, wrap, wrapIndented } from "../terminal/text.js";

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly status: "ok" | "warning" | "broken";
  readonly message: string;
  /** What to do about it. */
  readonly next?: readonly string[];
}

export const ok = (name: string, message: string, ...next: readonly string[]): Check => ({
  name,
  status: "ok",
  message,
  ...(next.length > 0 && { next }),
});

export const warning = (name: string, message: string, ...next: readonly string[]): Check => ({
  name,
  status: "warning",
  message,
  next,
});

export const broken = (name: string, message: string, ...next: readonly string[]): Check => ({
  name,
  status: "broken",
  message,
  next,
});

const LABEL = 10;
const INDENT = " ".repeat(2 + LABEL);

export function drawCheck({ name, status, message, next = [] }: Check, screen: Screen): string {
  const { style, width } = screen;
  const marks = { ok: style.green("✓"), warning: style.yellow("!"), broken: style.red("✗") };
  const room = width - INDENT.length;
  const lines = wrap(printable(message), room).map((line, index) =>
    index === 0 ? `${marks[status]} ${style.bold(name.padEnd(LABEL))}${line}` : INDENT + line,
  );
  const advice = next.flatMap((step) =>
    wrapIndented(printable(step), room - 2).map((line, index) =>
      style.dim(`${INDENT}${index === 0 ? "→ " : "  "}${line}`),
    ),
  );
  return [...lines, ...advice].join("\n");
}
