import type { VerifyOutput } from "@readback/core/host";

type Status = VerifyOutput["status"];

/** The exit codes of `readback verify`: 1 is a failure of the program itself, 2 bad input. */
export const EXIT_CODES: Readonly<Record<Status, number>> = {
  done: 0,
  escalated: 3,
  skipped: 4,
  aborted: 5,
  blocked: 6,
};

/** What counts most when several tasks ended differently. */
const WORST: readonly Status[] = ["aborted", "escalated", "blocked", "skipped"];

/** The exit code of a plan: that of its worst end. */
export function planExitCode(statuses: readonly Status[]): number {
  return EXIT_CODES[WORST.find((status) => statuses.includes(status)) ?? "done"];
}
