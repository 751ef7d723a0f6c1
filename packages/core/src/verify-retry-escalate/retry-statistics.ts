import { mustBeEvent, type RetryEvent } from "./retry-events.js";

/** What became of the tasks of a log, in numbers. */
export interface RetryStatistics {
  readonly total_tasks: number;
  readonly first_attempt_success: number;
  readonly retried_tasks: number;
  readonly retry_success: number;
  readonly escalations: number;
  readonly skipped: number;
  readonly details: readonly RetryDetail[];
  /** Tasks that are counted, and too many to be in the details: the oldest. */
  readonly details_left_off: number;
  /** Kinds of failures and their guessed causes, the most frequent first. */
  readonly patterns: readonly { readonly pattern: string; readonly count: number }[];
}

/** How one task ended. */
export interface RetryDetail {
  readonly task: string;
  readonly attempts: number;
  readonly result: string;
}

/** Counts events one by one, in a memory that does not grow with their number. */
export interface RetryCounter {
  add(event: RetryEvent): void;
  result(): RetryStatistics;
}

const MOST_PATTERNS = 1_000;

/** Starts to count. `maxDetails` bounds the list of tasks. Default 10,000. */
export function createRetryCounter(maxDetails = 10_000): RetryCounter {
  const count = {
    total_tasks: 0,
    first_attempt_success: 0,
    retried_tasks: 0,
    retry_success: 0,
    escalations: 0,
    skipped: 0,
  };
  const details: RetryDetail[] = [];
  const patterns = new Map<string, number>();

  function addPattern(pattern: string | undefined): void {
    if (!pattern || (!patterns.has(pattern) && patterns.size >= MOST_PATTERNS)) return;
    patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1);
  }

  function addTask(event: Extract<RetryEvent, { readonly event: "resolved" }>): void {
    const isDone = event.resolution === "done";
    const isRetried = event.total_attempts > 1;
    count.total_tasks += 1;
    if (isRetried) count.retried_tasks += 1;
    if (isDone && isRetried) count.retry_success += 1;
    if (isDone && !isRetried) count.first_attempt_success += 1;
    if (event.resolution === "skipped") count.skipped += 1;
    details.push({
      task: event.task_name,
      attempts: event.total_attempts,
      result: resultOf(event),
    });
    // Seldom, so that each costs little.
    if (details.length > 2 * maxDetails) details.splice(0, details.length - maxDetails);
  }

  return {
    add(event) {
      mustBeEvent(event, "event of a retry counter");
      if (event.event === "resolved") addTask(event);
      else if (event.event === "escalated") count.escalations += 1;
      else if (event.event === "attempt" && event.status === "failed") {
        addPattern(event.failure_type);
        addPattern(event.root_cause_guess);
      }
    },
    result() {
      const shown = details.slice(-maxDetails);
      return {
        ...count,
        details: shown,
        details_left_off: count.total_tasks - shown.length,
        patterns: [...patterns]
          .sort(([, a], [, b]) => b - a)
          .map(([pattern, times]) => ({ pattern, count: times })),
      };
    },
  };
}

function resultOf({
  resolution,
  total_attempts,
  escalated,
}: Extract<RetryEvent, { readonly event: "resolved" }>): string {
  if (resolution === "done") return total_attempts > 1 ? "success (retry worked)" : "success";
  return escalated ? `${resolution} (escalated)` : resolution;
}
