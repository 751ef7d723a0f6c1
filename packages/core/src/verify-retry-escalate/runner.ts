import * as z from "zod";
import { InvalidInputError, messageOf } from "../errors.js";
import { functionSchema, parse } from "../parse.js";
import { createRuntime, type HostOptions } from "../runtime/runtime.js";
import { parseUserResponse } from "./escalation.js";
import type { FailureRecord, FailureReport, FailureType } from "./failure.js";
import {
  type AttemptOrder,
  type EscalationOrder,
  type EscalationReason,
  escalationOrder,
  type Task,
  type UserResponse,
  type VerifyEnding,
  type VerifyEvent,
  verifyMachine,
} from "./machine.js";
import type { RetryTaskState } from "./retry-state.js";
import {
  carryOverSchema,
  executionSchema,
  taskSchema,
  verificationSchema,
  verifySettingsSchema,
} from "./schema.js";

/** A failure no retry can mend: it goes to a person at once. */
export type Hopeless = "permission_denied" | "service_unavailable" | "conflicting_requirements";

/** What an execution came to. Throwing is a failure, too. */
export type Execution<T> =
  | { readonly status: "success"; readonly output?: T }
  | ({
      readonly status: "failure";
      /** Default `execution_error`. */
      readonly type?: "execution_error" | "timeout";
      readonly hopeless?: Hopeless;
    } & FailureReport)
  /** Waits for something else; ends the run without a retry. */
  | { readonly status: "blocked"; readonly reason: string }
  | { readonly status: "impossible"; readonly reason: string };

/** What a verification came to. Throwing is a failure, too. */
export type Verification =
  | { readonly passed: true }
  | ({
      readonly passed: false;
      /** Default `verification_failed`. */
      readonly type?: FailureType;
      readonly hopeless?: Hopeless;
    } & FailureReport);

/** What the executor of one attempt gets. */
export interface AttemptRequest extends AttemptOrder {
  readonly task: Task;
  /** Aborted when the attempt's time is over or the run is aborted. */
  readonly signal: AbortSignal;
}

/** What a person has to decide. */
export interface Escalation extends EscalationOrder {
  readonly task: Task;
  /** What was wrong with the response before, when the person is asked again. */
  readonly problem: string | null;
  readonly signal: AbortSignal;
}

/** Asks a person: `retry`, `skip`, `abort` or `fix: <instruction>`. */
export type Escalate = (
  escalation: Escalation,
) => UserResponse | string | Promise<UserResponse | string>;

/** Settings of {@link runVerified}. */
export interface RunVerifiedOptions<T> extends HostOptions {
  /** What to do. */
  readonly task: Task;
  /** Makes one attempt. Throwing is a failed attempt; returning nothing is a success without output. */
  readonly execute: (
    request: AttemptRequest,
    // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has succeeded
  ) => Execution<T> | void | Promise<Execution<T> | void>;
  /** Judges what an attempt came to. Throwing is a failed verification. */
  readonly verify: (
    request: AttemptRequest & { readonly output: T | undefined },
  ) => boolean | Verification | Promise<boolean | Verification>;
  /** Asks a person when automated recovery is over. Default: the run ends as `escalated`. */
  readonly escalate?: Escalate;
  /** Executions allowed before a person is asked: `n` allows `n`. Default 3. */
  readonly maxAttempts?: number;
  /** Wait before a retry, in milliseconds. Default 0. */
  readonly retryDelay?: number;
  /** How long one execution may take, in milliseconds. Default 30 minutes. */
  readonly executeTimeout?: number;
  /** How long one verification may take, in milliseconds. Default 10 minutes. */
  readonly verifyTimeout?: number;
  /** Escalate early when this many failures in a row are the same (2 or more). Default `null`: never. */
  readonly stuckAfter?: number | null;
  /** The task's entry in an earlier session's `retry-state.json`; its failures count. Default: a fresh count. */
  readonly carryOver?: RetryTaskState;
  /** The execution session. With a journal that holds this session's task, the run goes on where it stopped. Default: a new one. */
  readonly session?: string;
  /** Ends the run as `aborted`, and tells whatever is under way. */
  readonly signal?: AbortSignal;
}

interface Ended {
  readonly task: Task;
  /** Executions used. */
  readonly attempts: number;
  readonly failures: readonly FailureRecord[];
}

/** How a run ended. */
export type VerifiedOutcome<T> = Ended &
  (
    | { readonly status: "done"; readonly cause: "policy"; readonly output: T | undefined }
    | {
        readonly status: "skipped";
        readonly cause: "human";
        /** Tasks that build on the skipped one, and may fail now. */
        readonly dependants: readonly string[];
      }
    | { readonly status: "aborted"; readonly cause: "human" | "system"; readonly reason: string }
    | { readonly status: "blocked"; readonly cause: "system"; readonly reason: string }
    | {
        /** Nobody decided: there is no `escalate`, or it failed. */
        readonly status: "escalated";
        readonly cause: "policy" | "system";
        readonly reason: EscalationReason;
        readonly message: string;
        readonly error: string | null;
      }
  );

/** How often a person is asked again when the response makes no sense. */
const ASK_AGAIN = 3;

/**
 * Runs a task until it is verified, a person decided otherwise, or it cannot go on.
 * @example
 * const outcome = await runVerified({
 *   task: { id: "03-01:task-3", name: "Create the class" },
 *   execute: ({ retryContext }) => runAgent(`${retryContext ?? ""}\n${prompt}`),
 *   verify: () => testsPass(),
 *   escalate: ({ message }) => askPerson(message),
 * });
 */
export async function runVerified<T = unknown>(
  options: RunVerifiedOptions<T>,
): Promise<VerifiedOutcome<T>> {
  const { signal, session = crypto.randomUUID() } = options;
  const task = parse(taskSchema, options.task, "task");
  const settings = parse(verifySettingsSchema, options, "run settings");
  const { execute, verify, escalate } = parse(rolesSchema<T>(), options, "run settings");
  const carried = parse(carryOverSchema, options.carryOver, "carried-over state");
  const previous = carried?.failures ?? [];
  // Slashes are escaped, so that no other session and task come to the same name.
  const instance = `${session.replace(/[%/]/g, encodeURIComponent)}/${task.id}`;
  const runtime = createRuntime([verifyMachine], options);

  return new Promise((resolve, reject) => {
    let output: T | undefined;
    let order: AttemptOrder | undefined;
    let work = new AbortController();

    /** Ends what is under way and starts something new; a late result of the old is not wanted. */
    function begin(run: (signal: AbortSignal) => Promise<VerifyEvent | undefined>): void {
      work.abort();
      work = new AbortController();
      const current = work.signal;
      run(current).then(
        (event) => {
          if (event && !current.aborted) send(event);
        },
        (error) => finish(() => reject(error)),
      );
    }

    function send(event: VerifyEvent): void {
      try {
        runtime.send(instance, event);
      } catch (error) {
        finish(() => reject(error));
      }
    }

    function finish(settle: () => void): void {
      work.abort();
      runtime.stop();
      signal?.removeEventListener("abort", abort);
      settle();
    }

    const abort = () => send({ type: "ABORT", detail: "The caller aborted the run" });

    async function runExecute(about: AttemptOrder, current: AbortSignal): Promise<VerifyEvent> {
      try {
        const report = await execute({ task, ...about, signal: current });
        const execution = parse(executionSchema, report ?? undefined, "execution report");
        if (execution.status === "success" && !current.aborted) output = execution.output as T;
        return afterExecution(execution);
      } catch (error) {
        return afterThrowing(error, "execution_error");
      }
    }

    async function runVerify(about: AttemptOrder, current: AbortSignal): Promise<VerifyEvent> {
      try {
        const report = await verify({ task, ...about, output, signal: current });
        return afterVerification(parse(verificationSchema, report, "verification report"));
      } catch (error) {
        return afterThrowing(error, "verification_failed");
      }
    }

    async function runEscalate(
      about: EscalationOrder,
      current: AbortSignal,
    ): Promise<VerifyEvent | undefined> {
      let problem: string | null = null;
      try {
        for (let asked = 0; escalate && asked < ASK_AGAIN; asked += 1) {
          const said = await escalate({ task, ...about, problem, signal: current });
          try {
            return { type: "RESPOND", response: asResponse(said) };
          } catch (error) {
            if (!(error instanceof InvalidInputError)) throw error;
            problem = error.message;
          }
        }
      } catch (error) {
        problem = messageOf(error);
      }
      if (!current.aborted) finish(() => resolve(unresolved(about, problem)));
      return undefined;
    }

    function unresolved(about: EscalationOrder, error: string | null): VerifiedOutcome<T> {
      const attempts = runtime.snapshot(instance)?.context.executions ?? 0;
      const cause = error === null ? "policy" : "system";
      return { status: "escalated", cause, task, attempts, ...about, error };
    }

    runtime.on(verifyMachine, (emitted) => {
      switch (emitted.type) {
        case "verify.execute": {
          const { type: _, ...about } = emitted;
          order = about;
          begin((current) => runExecute(about, current));
          break;
        }
        case "verify.verify": {
          const about = order as AttemptOrder;
          begin((current) => runVerify(about, current));
          break;
        }
        case "verify.timeout":
          work.abort();
          break;
        case "verify.escalate": {
          const { type: _, ...about } = emitted;
          begin((current) => runEscalate(about, current));
          break;
        }
        case "verify.ended":
          finish(() => resolve(outcomeOf(task, emitted, output)));
      }
    });

    /** Goes on where the journal says this session's task stopped; false when it knows none. */
    function resumed(): boolean {
      runtime.recover((entry) => entry.instance === instance);
      const snapshot = runtime.snapshot(instance);
      if (!snapshot || signal?.aborted) {
        runtime.resume();
        return snapshot !== undefined;
      }
      if (snapshot.matches("pending")) send({ type: "START" });
      else if (snapshot.matches("escalated")) {
        begin((current) => runEscalate(escalationOrder(snapshot.context), current));
      } else if (!snapshot.matches("retrying")) {
        // Nobody knows how far it came. It was an attempt: a crash must not make the bound endless.
        const report = { error: "Interrupted: the process that ran this attempt ended" };
        send({ type: "FAILED", failure: "execution_error", report });
      }
      runtime.resume();
      return true;
    }

    try {
      signal?.addEventListener("abort", abort, { once: true });
      if (!resumed()) {
        runtime.start(verifyMachine, instance, {
          task,
          settings,
          previous,
          used: carried?.retry_count,
        });
        if (!signal?.aborted) send({ type: "START" });
      }
      if (signal?.aborted) abort();
    } catch (error) {
      finish(() => reject(error));
    }
  });
}

function rolesSchema<T>() {
  return z.object({
    execute: functionSchema<RunVerifiedOptions<T>["execute"]>(),
    verify: functionSchema<RunVerifiedOptions<T>["verify"]>(),
    escalate: functionSchema<Escalate>().optional(),
  });
}

function outcomeOf<T>(task: Task, ending: VerifyEnding, output: T | undefined): VerifiedOutcome<T> {
  const { status, attempts, failures, detail, cause } = ending;
  const ended = { task, attempts, failures };
  switch (status) {
    case "done":
      return { status, cause: "policy", ...ended, output };
    case "skipped":
      return { status, cause: "human", ...ended, dependants: task.dependants ?? [] };
    case "blocked":
      return { status, cause: "system", ...ended, reason: detail ?? "blocked" };
    case "aborted": {
      const by = cause === "human" ? "human" : "system";
      return { status, cause: by, ...ended, reason: detail ?? "A person aborted the plan" };
    }
  }
}

function afterExecution(execution: z.output<typeof executionSchema>): VerifyEvent {
  switch (execution.status) {
    case "success":
      return { type: "EXECUTED" };
    case "blocked":
      return { type: "BLOCKED", detail: execution.reason };
    case "impossible":
      return {
        type: "HOPELESS",
        reason: "reported_impossible",
        failure: "execution_error",
        report: { error: execution.reason },
      };
    case "failure": {
      const { status: _, type = "execution_error", hopeless, ...report } = execution;
      return failed(type, hopeless, report as FailureReport);
    }
  }
}

function afterVerification(verification: z.output<typeof verificationSchema>): VerifyEvent {
  if (verification.passed) return { type: "PASSED" };
  const {
    passed: _,
    type = "verification_failed",
    hopeless,
    ...report
  } = verification as Extract<Verification, { passed: false }>;
  return failed(type, hopeless, report);
}

function afterThrowing(error: unknown, failure: FailureType): VerifyEvent {
  const report: FailureReport = {
    error: messageOf(error),
    ...(error instanceof Error && error.stack ? { details: String(error.stack) } : {}),
  };
  return failed(failure, hopelessCode(error), report);
}

function failed(failure: FailureType, hopeless: Hopeless | undefined, report: FailureReport) {
  return hopeless
    ? ({ type: "HOPELESS", reason: hopeless, failure, report } as const)
    : ({ type: "FAILED", failure, report } as const);
}

/** Error codes of the platform that say a retry cannot help. */
function hopelessCode(error: unknown): Hopeless | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "EACCES" || code === "EPERM") return "permission_denied";
  return code === "ECONNREFUSED" || code === "ENOTFOUND" ? "service_unavailable" : undefined;
}

function asResponse(said: UserResponse | string): UserResponse {
  if (typeof said === "string") return parseUserResponse(said);
  return parseUserResponse(said.action === "fix" ? `fix: ${said.instruction}` : said.action);
}
