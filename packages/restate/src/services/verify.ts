import {
  createTask,
  type RunVerifiedOptions,
  type TaskOptions,
  verifyMachine,
} from "@readback/core";
import {
  afterAsking,
  afterExecution,
  afterThrowing,
  afterVerification,
  endingOf,
  executionIn,
  messageOf,
  stateName,
  type VerifyEmitted,
  type VerifyEvent,
  type VerifyResult,
  verifyInstance,
} from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import { createAttempts } from "../attempts.js";
import {
  SERVICES,
  type TaskObject,
  type VerifyLook,
  type VerifyRun,
  type VerifyRunOutcome,
  type Wake,
  type WorkOrder,
} from "../names.js";
import type { Common } from "../options.js";
import { MOST_BYTES, tooLong } from "../refusals.js";
import { createTurns, type Taken } from "../turn.js";
import { exclusive, internal, shared, waiting, working } from "./handler-options.js";
import { INPUTS } from "./inputs.js";

/** What the endpoints of a cluster do for a task, and its bounds: see `runVerified`. */
export interface VerifyServiceOptions
  extends Pick<RunVerifiedOptions<unknown>, "execute" | "verify" | "escalate">,
    Omit<TaskOptions, "carryOver" | "whenUndecided"> {}

const OUTPUT = "output";
/** The call that carries out the order under way. */
const WORKING = "working";
const WAITERS = "waiters";
const ENDED = "ended";
/** How long an outcome is remembered, for whoever asks for it again. */
const REMEMBER = 24 * 60 * 60_000;
const GRACE = 10_000;

/** One task of one session for each key: the machine decides, its orders go out. */
export function taskObject({ journaling }: Common) {
  const turns = createTurns(verifyMachine, SERVICES.task, journaling);

  async function step(context: restate.ObjectContext, event: VerifyEvent): Promise<boolean> {
    let isMoved = false;
    const took = await turns.take(context, (turn) => {
      isMoved = turn.send(event);
    });
    await perform(context, took);
    return isMoved;
  }

  async function perform(
    context: restate.ObjectContext,
    { emitted, parked, after }: Taken<typeof verifyMachine>,
  ): Promise<void> {
    const instance = context.key;
    if (parked) await dismiss(context);
    for (const one of emitted) {
      if (one.type === "verify.timeout") await stop(context);
      else if (one.type === "verify.ended") {
        await stop(context);
        await tell(context, one);
      } else if (after) {
        // A person who is still asked about the last attempt need not be.
        if (one.type === "verify.execute") await stop(context);
        const output = one.type === "verify.verify" ? await context.get(OUTPUT) : null;
        const order = output === null ? one : { ...one, output };
        const { task, settings } = after.snapshot.context;
        const timeout = {
          "verify.execute": settings.executeTimeout,
          "verify.verify": settings.verifyTimeout,
          "verify.escalate": null,
        }[one.type];
        const working = context
          .serviceSendClient(SERVICES.work)
          .carryOut({ instance, task, timeout, order } as WorkOrder);
        context.set(WORKING, await working.invocationId);
      }
    }
  }

  /** Whoever still works on what is over can stop. */
  async function stop(context: restate.ObjectContext): Promise<void> {
    const working = await context.get<string>(WORKING);
    if (working === null) return;
    context.cancel(working as Parameters<typeof context.cancel>[0]);
    context.clear(WORKING);
  }

  /** Whoever waits for what cannot be read any more is told so now. */
  async function dismiss(context: restate.ObjectContext): Promise<void> {
    await stop(context);
    for (const awakeable of (await context.get<readonly string[]>(WAITERS)) ?? []) {
      const why = "The state of this task could not be read, and is set aside: run it again";
      context.rejectAwakeable(awakeable, why);
    }
    context.clear(WAITERS);
    context.clear(OUTPUT);
  }

  /** Everyone who waits gets the outcome; who comes later, too, for a day. */
  async function tell(
    context: restate.ObjectContext,
    { type: _, ...ending }: Extract<VerifyEmitted, { type: "verify.ended" }>,
  ): Promise<void> {
    const output = ending.status === "done" ? await context.get(OUTPUT) : null;
    const outcome = { ...ending, ...(output !== null && { output }) } as VerifyRunOutcome;
    for (const awakeable of (await context.get<readonly string[]>(WAITERS)) ?? []) {
      context.resolveAwakeable(awakeable, outcome);
    }
    context.clear(WAITERS);
    context.clear(OUTPUT);
    context.set(ENDED, outcome);
    const delay = restate.rpc.sendOpts({ delay: REMEMBER });
    context.objectSendClient(SERVICES.task, context.key).forget(delay as never);
  }

  return restate.object({
    name: "ReadbackTask",
    handlers: {
      start: internal(
        INPUTS.task.start,
        async (
          context: restate.ObjectContext,
          { input, awakeable }: Parameters<TaskObject["start"]>[1],
        ) => {
          const ended = await context.get<VerifyRunOutcome>(ENDED);
          if (ended) return context.resolveAwakeable(awakeable, ended);
          const took = await turns.take(context, (turn) => {
            if (turn.state) return;
            turn.start(input);
            turn.send({ type: "START" });
          });
          if (took.parked) await dismiss(context);
          const waiters = (await context.get<readonly string[]>(WAITERS)) ?? [];
          context.set(WAITERS, [...waiters.slice(-99), awakeable]);
          await perform(context, { ...took, parked: false });
        },
      ),
      result: internal(
        INPUTS.task.result,
        async (
          context: restate.ObjectContext,
          given: VerifyResult & { readonly output?: unknown },
        ) => {
          const { output, ...result } = given;
          const state = await turns.look(context);
          const isCurrent = state?.snapshot.context.executions === result.execution;
          // Before the step: the order to verify carries it.
          if (isCurrent && output !== undefined) context.set(OUTPUT, output);
          await step(context, result);
        },
      ),
      interrupted: internal(
        INPUTS.task.interrupted,
        async (context: restate.ObjectContext, { execution }: { readonly execution: number }) => {
          const state = await turns.look(context);
          // A later attempt is none of its business.
          if (state?.snapshot.context.executions === execution)
            await step(context, { type: "RECOVERED" });
        },
      ),
      abort: exclusive(
        INPUTS.task.abort,
        async (context: restate.ObjectContext, { detail }: { readonly detail: string }) => {
          await step(context, { type: "ABORT", detail });
        },
      ),
      respond: exclusive(
        INPUTS.task.respond,
        (context: restate.ObjectContext, { response }: { readonly response: string }) =>
          step(context, afterAsking(response)),
      ),
      look: shared(
        null,
        async (context: restate.ObjectSharedContext): Promise<VerifyLook | null> => {
          const state = await turns.look(context);
          if (!state) return null;
          const { value, context: known } = state.snapshot;
          const ending = endingOf(known);
          const message = ending.status === "escalated" ? ending.message : null;
          const { attempt, bound } = known;
          return { state: stateName(value), attempt, bound, message };
        },
      ),
      wake: internal(INPUTS.task.wake, async (context: restate.ObjectContext, wake: Wake) => {
        const took = await turns.wake(context, wake);
        if (took) await perform(context, took);
      }),
      forget: internal(null, async (context: restate.ObjectContext) => context.clear(ENDED)),
    } satisfies Partial<Record<keyof TaskObject, unknown>>,
  });
}

/** Where runs wait for their outcomes. */
export function tasksService({
  execute: _,
  verify: __,
  escalate: ___,
  ...usual
}: VerifyServiceOptions) {
  return restate.service({
    name: "ReadbackTasks",
    handlers: {
      run: waiting(
        INPUTS.tasks.run,
        async (context: restate.Context, given: VerifyRun): Promise<VerifyRunOutcome | null> => {
          const { session, task, settings, patience } = given;
          const input = createTask(task, { ...usual, ...settings, whenUndecided: "wait" });
          const { id, promise } = context.awakeable<VerifyRunOutcome>();
          const instance = verifyInstance(session, input.task);
          context.objectSendClient(SERVICES.task, instance).start({ input, awakeable: id });
          try {
            return await promise.orTimeout(patience);
          } catch (error) {
            if (error instanceof restate.TimeoutError) return null;
            throw error;
          }
        },
      ),
    },
  });
}

/**
 * Carries out orders. An order that was begun by a process that is no more was interrupted: the machine is
 * told, and decides. The cluster itself never makes an attempt again.
 */
export function workService(options: VerifyServiceOptions) {
  const attempts = createAttempts();

  async function carriedOut(
    { task, order }: WorkOrder,
    signal: AbortSignal,
  ): Promise<VerifyResult & { output?: unknown }> {
    const { type, ...about } = order;
    const request = { ...about, task, signal } as never;
    if (order.type === "verify.execute") {
      try {
        const execution = executionIn(await options.execute(request));
        const output = execution.status === "success" ? bounded(execution.output) : undefined;
        return { ...afterExecution(execution), ...(output !== undefined && { output }) };
      } catch (error) {
        return afterThrowing(error, "execution_error");
      }
    }
    if (order.type === "verify.verify") {
      try {
        return afterVerification(await options.verify(request));
      } catch (error) {
        return afterThrowing(error, "verification_failed");
      }
    }
    try {
      if (!options.escalate) return { type: "UNANSWERED", error: null };
      return afterAsking(await options.escalate(request));
    } catch (error) {
      return { type: "UNANSWERED", error: messageOf(error) };
    }
  }

  return restate.service({
    name: "ReadbackWork",
    handlers: {
      carryOut: working(INPUTS.work.carryOut, async (context: restate.Context, work: WorkOrder) => {
        const { order, instance, timeout } = work;
        const { execution } = order;
        const calling = context.request();
        await context.run("begin", () => attempts.begin(calling));
        const attempt = attempts.of(calling);
        const task = context.objectSendClient(SERVICES.task, instance);
        const isInterrupted = !attempt && order.type !== "verify.escalate";
        const go = (signal: AbortSignal) => carriedOut(work, limited(signal, timeout));
        try {
          // The same steps in every process: the cluster knows already that this one was begun.
          const result = await context.run(
            order.type,
            async () => {
              if (isInterrupted) return null;
              return attempt?.run(order.type, go) ?? go(new AbortController().signal);
            },
            { maxRetryAttempts: 1 },
          );
          if (result === null) task.interrupted({ execution });
          else task.result({ ...result, execution } as VerifyResult);
        } catch (error) {
          // The task is over, or the attempt is: its result would change nothing.
          if (error instanceof restate.CancelledError) attempt?.abort();
          throw error;
        }
      }),
    },
    // An attempt may take as long as its own clock allows.
    options: { inactivityTimeout: (options.executeTimeout ?? 1_800_000) + GRACE },
  });
}

/** The signal of an attempt that may take so long and no longer. */
const limited = (signal: AbortSignal, timeout: number | null) =>
  timeout === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeout)]);

/** What an attempt gives back is kept until it is verified. */
function bounded(output: unknown): unknown {
  const size = Buffer.byteLength(JSON.stringify(output) ?? "");
  if (size > MOST_BYTES) throw tooLong("output", size);
  return output;
}
