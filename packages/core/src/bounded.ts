/** What ended an instance or moved it last: a person, a clock, a rule, or the system around it. */
export type Cause = "human" | "timer" | "policy" | "system";

/** What every machine here keeps in its context, so that any host can report progress. */
export interface Bounded {
  /** Attempts used so far, counted from 1. */
  readonly attempt: number;
  /** Attempts allowed. */
  readonly bound: number;
  readonly cause: Cause | null;
}
