import { createTask, type Task, type TaskOptions } from "@readback/core";
import { verifyInstance } from "@readback/core/host";
import { SERVICES, type VerifyLook, type VerifyRunOutcome } from "../names.js";
import { checkClient } from "./check-client.js";
import { createIngress, type IngressOptions } from "./ingress.js";

/** What {@link ConnectedVerify.run} runs. */
export interface ConnectedRun extends Omit<TaskOptions, "carryOver" | "whenUndecided"> {
  readonly task: Task;
  /** The execution session: the same task of the same session is one run, whoever asks for it. */
  readonly session: string;
  /** Stops waiting. The run goes on; `abort` ends it. */
  readonly signal?: AbortSignal;
}

interface Which {
  readonly session: string;
  readonly task: Task;
}

/** Runs tasks on a cluster, whose endpoints execute and verify them. */
export interface ConnectedVerify {
  /** Starts a task, or joins it, and waits until it has ended. */
  run(run: ConnectedRun): Promise<VerifyRunOutcome>;
  /** How a task stands; `null`: it is not there, or over. */
  look(which: Which): Promise<VerifyLook | null>;
  /** What a person decides about an escalated task: `retry`, `skip`, `abort` or `fix: …`. False when it was not waiting for that. */
  respond(which: Which & { readonly response: string }): Promise<boolean>;
  /** Ends a run as `aborted`. */
  abort(which: Which & { readonly detail?: string }): Promise<void>;
}

/** How long one request waits: a run of hours is many of them. */
const LEG = 50_000;
const GRACE = 15_000;

/**
 * Runs and verifies tasks on a cluster.
 * @example
 * const verify = connectVerify({ ingress: "http://127.0.0.1:8080" });
 * const outcome = await verify.run({ session: "run-1", task: { id: "03-01:task-3", name: "Create the class" } });
 */
export function connectVerify(options: IngressOptions): ConnectedVerify {
  checkClient("connectVerify", options);
  const ingress = createIngress(options);
  const keyOf = ({ session, task }: Which) => verifyInstance(session, task);

  return {
    async run({ session, task, signal, ...settings }) {
      // Wrong input is refused before anything is sent.
      createTask(task, settings);
      for (;;) {
        const run = { session, task, settings, patience: LEG } as const;
        const outcome = await ingress.service(SERVICES.tasks, "run", run, {
          timeout: LEG + GRACE,
          signal,
        });
        if (outcome) return outcome;
      }
    },
    look: (which) =>
      ingress.object(SERVICES.task, keyOf(which), "look", undefined, { idempotencyKey: null }),
    respond: ({ response, ...which }) =>
      ingress.object(SERVICES.task, keyOf(which), "respond", { response }),
    abort: ({ detail = "The caller aborted the run", ...which }) =>
      ingress.object(SERVICES.task, keyOf(which), "abort", { detail }),
  };
}
