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
  parse,
  stateName,
  type VerifyEmitted,
  type VerifyEvent,
  type VerifyResult,
  verifyInstance,
} from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import * as z from "zod";
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
import { bounded, refusing } from "../refusals.js";
import { createTurns } from "../turn.js";
import { exclusive, internal, shared, waiting, working } from "./handler-options.js";

/** What the endpoints of a cluster do for a task, and its bounds: see `runVerified`. */
export interface VerifyServiceOptions
  extends Pick<RunVerifiedOptions<unknown>, "execute" | "verify" | "escalate">,
    Omit<TaskOptions, "carryOver" | "whenUndecided"> {}

const OUTPUT = "output";
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
    const { emitted } = await turns.take(context, (turn) => {
      isMoved = turn.send(event);
    });
    await perform(context, emitted);
    return isMoved;
  }

  async function perform(
    context: restate.ObjectContext,
    emitted: readonly VerifyEmitted[],
  ): Promise<void> {
    const instance = context.key;
    const state = emitted.length > 0 ? await turns.look(context) : undefined;
    const known = state?.snapshot.context;
    for (const one of emitted) {
      if (one.type === "verify.ended") await tell(context, one);
      else if (one.type !== "verify.timeout" && known) {
        const output = one.type === "verify.verify" ? await context.get(OUTPUT) : null;
        const order = output === null ? one : { ...one, output };
        const { task, settings } = known;
        const timeout = {
          "verify.execute": settings.executeTimeout,
          "verify.verify": settings.verifyTimeout,
          "verify.escalate": null,
        }[one.type];
        context
          .serviceSendClient(SERVICES.work)
          .carryOut({ instance, task, timeout, order } as WorkOrder);
      }
    }
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
        async (
          context: restate.ObjectContext,
          { input, awakeable }: Parameters<TaskObject["start"]>[1],
        ) => {
          const ended = await context.get<VerifyRunOutcome>(ENDED);
          if (ended) return context.resolveAwakeable(awakeable, ended);
          const waiters = (await context.get<readonly string[]>(WAITERS)) ?? [];
          context.set(WAITERS, [...waiters.slice(-99), awakeable]);
          const { emitted } = await turns.take(context, (turn) => {
            if (turn.state) return;
            turn.start(input);
            turn.send({ type: "START" });
          });
          await perform(context, emitted);
        },
      ),
      result: internal(
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
        async (context: restate.ObjectContext, { execution }: { readonly execution: number }) => {
          const state = await turns.look(context);
          // A later attempt is none of its business.
          if (state?.snapshot.context.executions === execution)
            await step(context, { type: "RECOVERED" });
        },
      ),
      abort: exclusive(
        async (context: restate.ObjectContext, { detail }: { readonly detail: string }) => {
          await step(context, { type: "ABORT", detail: String(detail).slice(0, 1_000) });
        },
      ),
      respond: exclusive(
        async (context: restate.ObjectContext, input: { readonly response: string }) => {
          const { response } = refusing(() => parse(respondSchema, input, "response"));
          return step(context, afterAsking(response));
        },
      ),
      look: shared(async (context: restate.ObjectSharedContext): Promise<VerifyLook | null> => {
        const state = await turns.look(context);
        if (!state) return null;
        const { value, context: known } = state.snapshot;
        const ending = endingOf(known);
        const message = ending.status === "escalated" ? ending.message : null;
        const { attempt, bound } = known;
        return { state: stateName(value), attempt, bound, message };
      }),
      wake: internal(async (context: restate.ObjectContext, wake: Wake) => {
        await perform(context, await turns.wake(context, wake));
      }),
      forget: internal(async (context: restate.ObjectContext) => context.clear(ENDED)),
    } satisfies Partial<Record<keyof TaskObject, unknown>>,
  });
}

const respondSchema = z.object({ response: z.string().min(1).max(10_000) });

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
        async (context: restate.Context, given: VerifyRun): Promise<VerifyRunOutcome | null> => {
          const { session, task, settings, patience } = bounded(given, "task");
          const input = refusing(() =>
            createTask(task, { ...usual, ...(settings as object), whenUndecided: "wait" }),
          );
          const { id, promise } = context.awakeable<VerifyRunOutcome>();
          const instance = verifyInstance(String(session), input.task);
          context.objectSendClient(SERVICES.task, instance).start({ input, awakeable: id });
          try {
            return await promise.orTimeout(Math.min(Math.max(1, Number(patience) || 1), 3_600_000));
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
  /** The orders that were begun in this process. */
  const begun = new Set<string>();

  async function attempt(
    { task, order }: WorkOrder,
    signal: AbortSignal,
  ): Promise<VerifyResult & { output?: unknown }> {
    const { type, ...about } = order;
    const request = { ...about, task, signal } as never;
    if (order.type === "verify.execute") {
      try {
        const execution = executionIn(await options.execute(request));
        const output =
          execution.status === "success" ? bounded(execution.output, "output") : undefined;
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
      carryOut: working(async (context: restate.Context, work: WorkOrder) => {
        const { order, instance, timeout } = work;
        const { execution } = order;
        const { id } = context.request();
        const name = String(id);
        await context.run("begin", () => {
          begun.add(name);
        });
        const task = context.objectSendClient(SERVICES.task, instance);
        if (!begun.has(name) && order.type !== "verify.escalate") {
          task.interrupted({ execution });
          return;
        }
        const controller = new AbortController();
        const stop = timeout === null ? undefined : setTimeout(() => controller.abort(), timeout);
        try {
          const result = await context.run(order.type, () => attempt(work, controller.signal), {
            maxRetryAttempts: 1,
          });
          task.result({ ...result, execution } as VerifyResult);
        } finally {
          clearTimeout(stop);
          begun.delete(name);
        }
      }),
    },
    // An attempt may take as long as its own clock allows.
    options: { inactivityTimeout: (options.executeTimeout ?? 1_800_000) + GRACE },
  });
}
