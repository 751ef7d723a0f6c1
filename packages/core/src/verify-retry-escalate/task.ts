import { parse } from "../parse.js";
import type { FailureRecord } from "./failure.js";
import type { RetryTaskState } from "./retry-state.js";
import { carryOverSchema, taskOptionsSchema, taskSchema } from "./schema.js";

/** A unit of work. */
export interface Task {
  /** Such as `03-01:task-3`: what stands before the colon is the plan. */
  readonly id: string;
  readonly name: string;
  /** Ids of the tasks that build on this one. */
  readonly dependants?: readonly string[] | undefined;
}

/** The bounds of a task, in attempts, in time and in questions to a person. */
export interface VerifySettings {
  /** Executions allowed: `n` allows `n`. */
  readonly maxAttempts: number;
  /** Wait before a retry, in milliseconds. */
  readonly retryDelay: number;
  readonly executeTimeout: number;
  readonly verifyTimeout: number;
  /** Escalate when this many failures in a row are the same; `null`: never for that. */
  readonly stuckAfter: number | null;
  /** How often a person is asked until a response makes sense: `n` allows `n`. Default 3. */
  readonly maxAsks?: number | undefined;
  /** What follows when automated recovery is over: a person decides, or it was decided before. Default `ask`. */
  readonly onEscalate?: "ask" | "skip" | "abort" | undefined;
}

/** What becomes of a task about which nobody decided: it ends, or it waits for a person. */
export type WhenUndecided = "end" | "wait";

/** What the machine starts from. */
export interface VerifyInput {
  readonly task: Task;
  readonly settings: VerifySettings;
  /** Failures carried over from an earlier session. */
  readonly previous: readonly FailureRecord[];
  /** How many attempts of an earlier session count here. Default: one for each of its failures. */
  readonly used?: number | undefined;
  /** Default `wait`. */
  readonly whenUndecided?: WhenUndecided | undefined;
}

/** What {@link createTask} takes beside the task itself. */
export interface TaskOptions extends Partial<VerifySettings> {
  /** The task's entry in an earlier session's `retry-state.json`; its failures count. Default: a fresh count. */
  readonly carryOver?: RetryTaskState | undefined;
  /** What happens when nobody decides about the task. Default `end`: an invoked machine is done then. */
  readonly whenUndecided?: WhenUndecided | undefined;
}

/**
 * Makes the input of the verify machine, with defaults for what is left out. Throws when something
 * is not as it must be.
 * @example
 * createActor(verifyMachine, { input: createTask({ id: "task-3", name: "Create the class" }) });
 */
export function createTask(task: Task, options: TaskOptions = {}): VerifyInput {
  const checked = parse(taskSchema, task, "task");
  const given = parse(taskOptionsSchema, options, "run settings");
  const { carryOver, whenUndecided, ...settings } = given;
  const carried = parse(carryOverSchema, carryOver, "carried-over state");
  return {
    task: checked,
    settings,
    previous: carried?.failures ?? [],
    used: carried?.retry_count,
    whenUndecided,
  };
}
