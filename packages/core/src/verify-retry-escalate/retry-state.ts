import type { JournalEntry } from "../journal/entry.js";
import { stateName } from "../journal/state-name.js";
import { createReplay } from "../runtime/replay.js";
import type { VerifyContext } from "./context.js";
import { type FailureRecord, timestamp } from "./failure.js";
import { verifyMachine } from "./machine.js";
import { retryEvents } from "./retry-events.js";

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
export function retryState(entries: readonly JournalEntry[]): RetryState {
  const replay = createReplay([verifyMachine]);
  for (const entry of entries) if (entry.machine === verifyMachine.id) replay.apply(entry);
  const tasks = [...replay.instances.all()].map(({ snapshot }) => {
    const context = snapshot.context as VerifyContext;
    return [context.task.id, taskState(context, stateName(snapshot.value))] as const;
  });
  const events = [...retryEvents(entries)];
  return {
    task_retries: Object.fromEntries(tasks),
    global_stats: {
      total_retries: events.filter(({ event }) => event === "feedback_injected").length,
      successful_retries: events.filter(
        (event) =>
          event.event === "resolved" && event.resolution === "done" && event.total_attempts > 1,
      ).length,
      escalations: events.filter(({ event }) => event === "escalated").length,
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
