import type { Fact } from "../golden-files.js";
import type { Step } from "../stage.js";

/** When every story begins. */
export const T = 1_000_000;
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

/** What happened once, and what is then to be tried. */
export interface Story {
  readonly settings?: Step;
  readonly steps: readonly Step[];
  readonly tries: readonly Pick<Fact, "with" | "do">[];
  /** Keep so many entries only: the process died in between. */
  readonly cut?: number;
}

export const recover: Step = { recover: true };
export const restart: Step = { restart: true };
export const to = (at: number): Step => ({ advanceTo: at });
export const by = (ms: number): Step => ({ advanceBy: ms });
