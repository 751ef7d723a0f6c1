import { messageOf } from "../../src/errors.js";
import type { VerifyEvent } from "../../src/verify-retry-escalate/events.js";
import { verifyMachine } from "../../src/verify-retry-escalate/machine.js";
import type { VerifyEmitted } from "../../src/verify-retry-escalate/orders.js";
import * as reports from "../../src/verify-retry-escalate/reports.js";
import type {
  RunVerifiedOptions,
  VerifiedOutcome,
} from "../../src/verify-retry-escalate/runner.js";
import { createTask, type TaskOptions } from "../../src/verify-retry-escalate/task.js";
import { createBareHost } from "./bare-host.js";

/** As `runVerified`, around the bare machine: no runtime, no rule, no signal, no bad input. */
export function runBare<T>(options: RunVerifiedOptions<T>): Promise<VerifiedOutcome<T>> {
  const { task, execute, verify, escalate, session, signal } = options;
  const { clock, journal } = options as Required<typeof options>;
  const instance = `${session}/${task.id}`;
  let output: T | undefined;
  /** The execution that is under way: what an earlier one still brings is no output of the task. */
  let current = 0;

  return new Promise((resolve) => {
    const host = createBareHost(verifyMachine, { clock, journal }, act);
    const send = (event: VerifyEvent) => void host.send(instance, event);
    const work = async (order: VerifyEmitted & { execution: number }): Promise<void> => {
      const { type, ...about } = order;
      const request = { task, ...about, signal: new AbortController().signal } as never;
      if (type === "verify.execute") current = order.execution;
      const event = await doing(type, request, order.execution);
      send({ ...event, execution: order.execution } as VerifyEvent);
    };
    async function doing(
      type: VerifyEmitted["type"],
      request: never,
      nth: number,
    ): Promise<VerifyEvent> {
      try {
        if (type === "verify.execute") {
          const execution = reports.executionIn(await execute(request));
          if (execution.status === "success" && nth === current) output = execution.output as T;
          return reports.afterExecution(execution);
        }
        if (type === "verify.verify") return reports.afterVerification(await verify(request));
        if (!escalate) return { type: "UNANSWERED", error: null };
        return reports.afterAsking(await escalate(request));
      } catch (error) {
        if (type === "verify.escalate") return { type: "UNANSWERED", error: messageOf(error) };
        const failure = type === "verify.execute" ? "execution_error" : "verification_failed";
        return reports.afterThrowing(error, failure);
      }
    }
    function act(emitted: VerifyEmitted): void {
      if (emitted.type === "verify.ended") {
        const { type: _, ...ending } = emitted;
        resolve(ending.status === "done" ? { ...ending, output } : ending);
      } else if (emitted.type !== "verify.timeout") void work(emitted);
    }

    host.recover();
    const isKnown = host.live.has(instance);
    if (!isKnown)
      host.start(instance, createTask(task, { ...settingsIn(options), whenUndecided: "wait" }));
    if (signal?.aborted) send({ type: "ABORT", detail: "The caller aborted the run" });
    else send({ type: isKnown ? "RECOVERED" : "START" });
    host.due();
  });
}

function settingsIn<T>(options: RunVerifiedOptions<T>): TaskOptions {
  const { maxAttempts, retryDelay, executeTimeout, verifyTimeout, stuckAfter } = options;
  const { maxAsks, onEscalate, carryOver } = options;
  const times = { retryDelay, executeTimeout, verifyTimeout };
  return { ...times, maxAttempts, stuckAfter, maxAsks, onEscalate, carryOver } as TaskOptions;
}
