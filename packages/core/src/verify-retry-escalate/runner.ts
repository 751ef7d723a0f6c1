import * as z from "zod";
import { messageOf, ReadbackError } from "../errors.js";
import { mustFit } from "../must-fit.js";
import { functionSchema, hostShape, parse, signalSchema } from "../parse.js";
import { createRuntime } from "../runtime/runtime.js";
import type { HostOptions } from "../runtime/runtime-interface.js";
import { truncate } from "../text.js";
import { endingOf, type VerifyOutput } from "./ending.js";
import type { VerifyEvent, VerifyResult } from "./events.js";
import type { FailureType } from "./failure.js";
import { verifyMachine } from "./machine.js";
import type { AttemptOrder, EscalationOrder, VerifyEmitted } from "./orders.js";
import {
  afterAsking,
  afterExecution,
  afterThrowing,
  afterVerification,
  type Execution,
  executionIn,
  type Verification,
} from "./reports.js";
import type { UserResponse } from "./response.js";
import type { RetryTaskState } from "./retry-state.js";
import { verifySettingsSchema } from "./schema.js";
import { createTask, type Task } from "./task.js";

/** What the executor of one attempt gets. */
export interface AttemptRequest extends AttemptOrder {
  readonly task: Task;
  /** Aborted when the attempt's time is over or the run is aborted. */
  readonly signal: AbortSignal;
}

/** What a person has to decide. */
export interface Escalation extends EscalationOrder {
  readonly task: Task;
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
  /**
   * Makes one attempt. Throwing is a failed attempt; returning nothing is a success without output. A mistake in the
   * program (a TypeError, a ReferenceError, something returned that is no {@link Execution}) ends the run: the
   * promise of {@link runVerified} rejects with it.
   */
  readonly execute: (
    request: AttemptRequest,
    // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has succeeded
  ) => Execution<T> | void | Promise<Execution<T> | void>;
  /** Judges what an attempt came to. Throwing is a failed verification, except for a mistake in the program. */
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
  /** How often a person is asked until a response makes sense: `n` allows `n`. Default 3. */
  readonly maxAsks?: number;
  /** What follows when automated recovery is over: `ask` a person, or `skip` or `abort` without asking. Default `ask`. */
  readonly onEscalate?: "ask" | "skip" | "abort";
  /** The task's entry in an earlier session's `retry-state.json`; its failures count. Default: a fresh count. */
  readonly carryOver?: RetryTaskState;
  /** The execution session. With a journal that holds this session's task, the run goes on where it stopped. Default: a new one. */
  readonly session?: string;
  /** Ends the run as `aborted`, and tells whatever is under way. A text that it is aborted with is the `reason`. */
  readonly signal?: AbortSignal | undefined;
}

/** What the process that runs a task does in a state of it. */
const ORDERS: Partial<Record<string, VerifyEmitted["type"]>> = {
  executing: "verify.execute",
  verifying: "verify.verify",
  escalated: "verify.escalate",
};

/** How often to look whether the process that runs a task still lives, in milliseconds. */
const LOOK_EVERY = 1_000;
const ABORTED = "The caller aborted the run";
const LONGEST_REASON = 1_000;

/** How a run ended. A run that another process made has no `output` here. */
export type VerifiedOutcome<T> =
  | Exclude<VerifyOutput, { readonly status: "done" }>
  | (Extract<VerifyOutput, { readonly status: "done" }> & { readonly output: T | undefined });

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
  const given = parse(optionsSchema, options, "run settings");
  const { execute, verify, escalate } = options;
  const { signal, session = crypto.randomUUID() } = given;
  const settings = parse(settingsSchema, options, "run settings");
  const input = createTask(options.task, {
    ...settings,
    carryOver: options.carryOver,
    whenUndecided: "wait",
  });
  const { task } = input;
  const instance = verifyInstance(session, task);
  const runtime = createRuntime([verifyMachine], options);
  const { clock } = runtime;
  const { processes } = runtime.journal;
  const self = processes?.self;
  const contextNow = () => runtime.snapshot(instance)?.context;

  return new Promise((resolve, reject) => {
    let output: T | undefined;
    let work: AbortController | undefined;
    /** The order that is being carried out here, or was last. */
    let doing = "";
    let isOver = false;
    /** The mistake in the program that ended the run. */
    let mistake: unknown;
    let unfollow = () => {};
    let watching: unknown;

    /** Ends what is under way and starts something new, whose result goes to the machine. */
    function begin(
      { type, execution }: { readonly type: string; readonly execution: number },
      run: (signal: AbortSignal) => Promise<VerifyResult>,
    ): void {
      doing = `${type} ${execution}`;
      stopWork();
      const own = new AbortController();
      work = own;
      run(own.signal).then((event) => {
        if (work === own) work = undefined;
        send({ ...event, execution });
      });
    }

    /** Ends what is under way. What has ended by itself is left alone: an abort is not cheap. */
    function stopWork(): void {
      work?.abort();
      work = undefined;
    }

    function send(event: VerifyEvent): void {
      try {
        runtime.send(instance, event);
      } catch (error) {
        finish(() => reject(error));
      }
    }

    function finish(settle: () => void): void {
      isOver = true;
      stopWork();
      clock.clearTimeout(watching);
      unfollow();
      runtime.stop();
      signal?.removeEventListener("abort", abort);
      settle();
    }

    function told(ending: VerifyOutput): void {
      if (mistake !== undefined) finish(() => reject(mistake));
      else finish(() => resolve(ending.status === "done" ? { ...ending, output } : ending));
    }

    function abort(): void {
      const context = contextNow();
      const detail = whyAborted(signal?.reason);
      if (!context || context.process === self) send({ type: "ABORT", detail });
      // Another process runs it, for somebody else: only this wait is over.
      else told(endingOf({ ...context, status: "aborted", detail }));
    }

    /** Another process runs the task: its end is awaited here. Should the process end first, the task is taken over. */
    function watchOwner(): void {
      const owner = contextNow()?.process;
      if (owner === self || owner === undefined || !processes) return;
      if (processes.isGone(owner)) recovered();
      // Yet another one may have been quicker.
      if (contextNow()?.process !== self) watching = clock.setTimeout(watchOwner, LOOK_EVERY);
    }

    /** The journal was lost and read again: what happened meanwhile nobody was told of. */
    function lookAround(): void {
      const snapshot = runtime.snapshot(instance);
      if (isOver) return;
      if (!snapshot) {
        finish(() => reject(endedUnseen(task)));
        return;
      }
      const { context, value } = snapshot;
      if (value === "undecided") told(endingOf(context));
      else if (value === "pending") recovered();
      else if (context.process !== self) {
        stopWork();
        clock.clearTimeout(watching);
        watchOwner();
      } else if (value !== "retrying" && doing !== `${ORDERS[value]} ${context.executions}`) {
        recovered();
      }
    }

    function recovered(): void {
      const from = contextNow()?.process;
      send({
        type: "RECOVERED",
        ...(self !== undefined && { process: self }),
        ...(from !== undefined && { from }),
      });
    }

    /** A mistake in the program is told to whoever runs it, as it was thrown. */
    function thrown(error: unknown, failure: FailureType, current: AbortSignal): VerifyResult {
      const result = afterThrowing(error, failure);
      if (result.type === "BROKEN" && !current.aborted) mistake = error;
      return result;
    }

    async function runExecute(order: AttemptOrder, current: AbortSignal): Promise<VerifyResult> {
      try {
        const execution = executionIn(await execute({ task, ...order, signal: current }));
        if (execution.status === "success" && !current.aborted) output = execution.output as T;
        return afterExecution(execution);
      } catch (error) {
        return thrown(error, "execution_error", current);
      }
    }

    async function runVerify(order: AttemptOrder, current: AbortSignal): Promise<VerifyResult> {
      try {
        return afterVerification(await verify({ task, ...order, output, signal: current }));
      } catch (error) {
        return thrown(error, "verification_failed", current);
      }
    }

    async function runEscalate(
      order: EscalationOrder,
      current: AbortSignal,
    ): Promise<VerifyResult> {
      try {
        if (!escalate) return { type: "UNANSWERED", error: null };
        return afterAsking(await escalate({ task, ...order, signal: current }));
      } catch (error) {
        return { type: "UNANSWERED", error: messageOf(error) };
      }
    }

    runtime.on(verifyMachine, (emitted, id) => {
      if (id !== instance) return;
      const { type: _, process, ...about } = { process: self, ...emitted };
      if (process !== self) return;
      switch (emitted.type) {
        case "verify.execute":
          begin(emitted, (current) => runExecute(about as AttemptOrder, current));
          break;
        case "verify.verify":
          begin(emitted, (current) => runVerify(about as AttemptOrder, current));
          break;
        case "verify.timeout":
          work?.abort();
          break;
        case "verify.escalate":
          begin(emitted, (current) => runEscalate(about as EscalationOrder, current));
          break;
        case "verify.ended":
          told(about as VerifyOutput);
      }
    });

    /** Whether the task is a new one. */
    function isNew(): boolean {
      try {
        runtime.start(verifyMachine, instance, input);
        return true;
      } catch (error) {
        // Another process may have started it just now.
        if (error instanceof ReadbackError && error.code === "duplicate_instance") return false;
        throw error;
      }
    }

    try {
      signal?.addEventListener("abort", abort, { once: true });
      unfollow = runtime.follow();
      runtime.recover((entry) => entry.instance === instance);
      const isKnown = contextNow() !== undefined || !isNew();
      const owner = contextNow()?.process;
      const isRunElsewhere = owner !== undefined && owner !== self && !processes?.isGone(owner);
      if (signal?.aborted) abort();
      else {
        if (!isKnown) send({ type: "START", ...(self !== undefined && { process: self }) });
        else if (!isRunElsewhere) recovered();
        watchOwner();
      }
      // After what is still to be told: an order may be on its way.
      runtime.onReread(() => void Promise.resolve().then(lookAround));
      runtime.resume();
    } catch (error) {
      finish(() => reject(error));
    }
  });
}

function whyAborted(reason: unknown): string {
  const isTold = typeof reason === "string" && reason.trim() !== "";
  return isTold ? truncate(reason, LONGEST_REASON) : ABORTED;
}

function endedUnseen({ id }: Task): ReadbackError {
  const message = `Task "${id}" was ended by another process, and the journal no longer says how: look at its result, or run it in a new session`;
  return new ReadbackError("lost", message);
}

/** The name of a task's instance. Slashes are escaped, so that no other session and task come to the same. */
export function verifyInstance(session: string, task: Task): string {
  mustFit({ session, task }, { session: "text", task: { id: "text" } }, "names of verifyInstance");
  const { id } = task;
  return `${session.replace(/[%/]/g, encodeURIComponent)}/${id}`;
}

const settingsSchema = verifySettingsSchema.strip();

const optionsSchema = verifySettingsSchema.extend({
  ...hostShape,
  task: z.unknown(),
  execute: functionSchema(),
  verify: functionSchema(),
  escalate: functionSchema().optional(),
  carryOver: z.unknown().optional(),
  session: z.string().min(1, "must not be empty: name the session").optional(),
  signal: signalSchema,
});
