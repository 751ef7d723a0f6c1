import type { InstanceSummary } from "../model/instance.js";
import type { WaitsFor } from "../model/waits-for.js";

/** How an instance is doing, by a word; the page gives each its colour. */
export type Health =
  /** It goes its way. */
  | "running"
  /** A person has to act. */
  | "waiting"
  /** An attempt after the first is under way. */
  | "retrying"
  /** What it waits for should have come already. */
  | "overdue"
  /** Its attempts are used up, and only a person can move it. */
  | "stuck"
  /** It is over, and what was wanted has happened. */
  | "done"
  /** It is over, and what was wanted has not happened. */
  | "failed";

/** Outcomes with which something did not happen that was wanted. Of other machines' nothing is known. */
const FAILURES: ReadonlySet<string> = new Set([
  ...["cancelled", "declined", "timed_out", "timedOut", "exhausted", "no_surface", "aborted"],
  ...["superseded", "rejected", "failed", "unacknowledged", "discarded", "forgotten"],
  ...["skipped", "blocked", "unresolved", "expired", "error", "abandoned", "not_rendered"],
]);

/** How far a deadline may be past before somebody has to know: timers of a busy process are late. */
const GRACE = 1_000;

export function healthOf(
  { outcome, isDone, isExhausted, attempt }: InstanceSummary,
  waitsFor: WaitsFor | null,
  due: number | null,
  now: number,
): Health {
  if (outcome !== null) return FAILURES.has(outcome) ? "failed" : "done";
  if (isDone) return "done";
  if (isExhausted) return "stuck";
  if (due !== null && due + GRACE < now) return "overdue";
  if (waitsFor === "person") return "waiting";
  return attempt > 1 ? "retrying" : "running";
}
