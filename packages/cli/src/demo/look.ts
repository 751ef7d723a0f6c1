import type { Style } from "@readback/terminal/style";
import { styleOf } from "../terminal/screen.js";

/** How things look on this terminal. */
export interface Look {
  readonly style: Style;
  /** Columns to use, now: a terminal can be resized. */
  width(): number;
  /** What the person is called. */
  readonly person: "you" | "person";
}

const NARROWEST = 60;
/** Longer lines are hard to read. */
const WIDEST = 100;

/** Columns to use on a terminal that has this many; one is left free so that no line wraps by itself. */
export function usableWidth(columns: number | undefined): number {
  return Math.min(Math.max(columns ?? 80, NARROWEST), WIDEST) - 1;
}

/** The look of this process's output. */
export function createLook(isYou: boolean, noColor: boolean): Look {
  return {
    style: styleOf(noColor),
    width: () => usableWidth(process.stdout.columns),
    person: isYou ? "you" : "person",
  };
}
