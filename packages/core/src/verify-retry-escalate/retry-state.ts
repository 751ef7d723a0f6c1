import { mustBeEntries } from "../given.js";
import type { JournalEntry } from "../journal/entry.js";
import type { VerifyContext } from "./context.js";
import { type FailureRecord, timestamp } from "./failure.js";
import { createRetryStory, type RetryStory } from "./retry-events.js";

/** One task in `retry-state.json`. */
export interface RetryTaskState {
  readonly task_id: string;
  readonly task_name: string;
  readonly retry_count: number;
  readonly max_retries: number;
  /** State of the machine: `executing`, `verifying`, `retrying` or `escalated`. */
  readonly status: string;
  readonly failures: readonly FailureRecord[];
  readonly current_attempt: number;
  readonly started_at: string;
  readonly last_attempt_at: string | null;
}

/** The contents of `retry-state.json`: the tasks under way, and totals. */
export interface RetryState {
  readonly task_retries: Readonly<Record<string, RetryTaskState>>;
  readonly global_stats: {
    readonly total_retries: number;
    readonly successful_retries: number;
    readonly escalations: number;
  };
}

/** Reads a journal as `retry-state.json`. Tasks that have ended are not in it. */
export function retryState(entries: Iterable<JournalEntry>): RetryState {
  mustBeEntries(entries, "journal");
  const view = createRetryView();
  for (const entry of entries) view.apply(entry);
  return view.state();
}

/** A story that also knows where its tasks stand. */
export interface RetryView extends RetryStory {
  state(): RetryState;
}

/** Reads a journal as `retry-state.json`, while it is written. */
export function createRetryView(): RetryView {
  const story = createRetryStory();
  const stats = { total_retries: 0, successful_retries: 0, escalations: 0 };
  return {
    ...story,
    apply(entry) {
      const events = story.apply(entry);
      for (const event of events) {
        if (event.event === "feedback_injected") stats.total_retries += 1;
        if (event.event === "escalated") stats.escalations += 1;
        if (event.event !== "resolved" || event.resolution !== "done") continue;
        if (event.total_attempts > 1) stats.successful_retries += 1;
      }
      return events;
    },
    state() {
      const tasks = [...story.open()].map(
        ({ state, context }) => [context.task.id, taskState(context, state)] as const,
      );
      return { task_retries: Object.fromEntries(tasks), global_stats: { ...stats } };
    },
  };
}

function taskState(context: VerifyContext, state: string): RetryTaskState {
  // Whether somebody is being asked right now is of no interest to a later session.
  const status = state === "undecided" ? "escalated" : state;
  const { task, failures, attempt, bound, startedAt } = context;
  const failed = status === "retrying" || status === "escalated";
  return {
    task_id: task.id,
    task_name: task.name,
    retry_count: failed ? attempt : Math.max(0, attempt - 1),
    max_retries: bound,
    status,
    failures,
    current_attempt: status === "retrying" ? attempt + 1 : attempt,
    started_at: timestamp(startedAt),
    last_attempt_at: failures.at(-1)?.timestamp ?? null,
  };
}
