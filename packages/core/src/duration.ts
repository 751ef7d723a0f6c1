import * as z from "zod";

/** The longest duration a timer may be given: about 24 days, which every platform's timers take. */
export const LONGEST_DURATION = 2 ** 31 - 1;

/** A positive duration in milliseconds. */
export const durationSchema = z
  .number()
  .positive("must be more than 0 milliseconds")
  .max(LONGEST_DURATION, `must be at most ${LONGEST_DURATION} milliseconds`);

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
