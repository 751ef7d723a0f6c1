import {
  createTodoGuard,
  guardMachine,
  type TodoGuard,
  type TodoGuardOptions,
  type Validator,
} from "@readback/core";
import { judgementOn, messageOf } from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import { createEngineTurns } from "../engine-turn.js";
import {
  type GuardNote,
  type GuardStep,
  type GuardWrite,
  type Judged,
  SERVICES,
  type TodosObject,
  type Wake,
} from "../names.js";
import type { Common } from "../options.js";
import { bounded, refusing } from "../refusals.js";
import { exclusive, internal, waiting } from "./handler-options.js";

/** Settings of the guard of a cluster: those of `createTodoGuard`. */
export type GuardServiceOptions = Omit<
  TodoGuardOptions,
  "clock" | "journal" | "redact" | "onError"
>;

/** How often a write looks for the verdict that another one of the same claim waits for, in milliseconds. */
const LOOK_EVERY = 500;

type Asked = GuardStep["validate"][number];
type StepGuard = ReturnType<typeof createTodoGuard> & { readonly asked: readonly Asked[] };

/** The todos of one session for each key. */
export function todosObject(
  { validate, ...settings }: GuardServiceOptions,
  { journaling }: Common,
) {
  const config = { rememberCompleted: true, ...settings };
  // Wrong settings are refused before anything is served.
  createTodoGuard({ ...config, ...(validate && { validate }) });
  const turns = createEngineTurns(guardMachine, SERVICES.todos, journaling, (host): StepGuard => {
    const asked: Asked[] = [];
    // The step ends before anything is validated: that is done outside of it.
    const later: Validator = ({ signal: _, ...request }) => {
      // By its text alone: a todo with an id is found through its claim.
      const { toolUseId, todo } = request;
      const known = new Set(asked.map(({ instance }) => instance));
      const instance = claimed(guard, toolUseId, todo).find((one) => !known.has(one)) ?? "";
      asked.push({ ...request, instance });
      return new Promise(() => {});
    };
    const guard = createTodoGuard({ ...config, ...host, ...(validate && { validate: later }) });
    return { ...guard, asked };
  });

  async function write(guard: StepGuard, given: GuardWrite): Promise<GuardStep> {
    // Patience is the waiting service's: here no time passes.
    const { how, patience: _, ...call } = given;
    const deciding = guard[how](call as never);
    const verdict = await Promise.race([deciding, afterAllElse()]);
    return { ...(verdict && { verdict }), validate: guard.asked };
  }

  return restate.object({
    name: "ReadbackTodos",
    handlers: {
      begin: internal((context: restate.ObjectContext, given: GuardWrite) =>
        turns.take(context, (guard) => refusingLater(() => write(guard, given))),
      ),
      judged: internal(
        (
          context: restate.ObjectContext,
          { write: given, judged }: Parameters<TodosObject["judged"]>[1],
        ) =>
          turns.take(context, (guard) => {
            for (const { instance, event } of judged) guard.runtime.send(instance, event);
            return refusingLater(() => write(guard, given));
          }),
      ),
      note: exclusive((context: restate.ObjectContext, note: GuardNote) =>
        turns.take(context, (guard) =>
          refusing(() => {
            const { how, ...about } = bounded(note, "note to the guard");
            if (!NOTES.has(how)) return false;
            if (how === "heard" || how === "endSession") guard[how](context.key);
            else return guard[how]({ ...about, session: context.key } as never) ?? true;
            return true;
          }),
        ),
      ),
      list: exclusive((context: restate.ObjectContext) =>
        turns.take(context, (guard) => guard.list(context.key)),
      ),
      wake: internal((context: restate.ObjectContext, wake: Wake) => turns.wake(context, wake)),
    } satisfies Partial<Record<keyof TodosObject, unknown>>,
  });
}

/** The todos whose claim by this tool call is being validated. */
function claimed(guard: TodoGuard, toolUseId: string, todo: string): readonly string[] {
  return guard
    .list()
    .filter((one) => one.todo === todo && one.claims.some((claim) => claim.toolUseId === toolUseId))
    .map(({ instance }) => instance);
}

const NOTES = new Set(["confirm", "observe", "approve", "reset", "heard", "endSession"]);

/** Where writes wait for their verdicts, and validators run. */
export function guardService({ validate, validationTimeout = 60_000 }: GuardServiceOptions) {
  /** A validator is not run again by the cluster: whether a failure is one is for the machine. */
  async function judge(
    context: restate.Context,
    request: Asked,
    patience: number,
  ): Promise<Judged> {
    const { session: _, todo, toolUseId, instance } = request;
    const failed = (detail: string) =>
      ({ instance, event: { type: "GUARD_FAILED", toolUseId, detail } }) as const;
    const controller = new AbortController();
    const stop = setTimeout(() => controller.abort(), patience);
    try {
      const event = await context
        .run(
          `validate ${todo.slice(0, 50)}`,
          () => judgementOn(validate, { ...request, signal: controller.signal }),
          {
            maxRetryAttempts: 1,
          },
        )
        .orTimeout(patience);
      return { instance, event };
    } catch (error) {
      if (error instanceof restate.TimeoutError) return failed("the check was aborted");
      if (error instanceof restate.TerminalError) return failed(messageOf(error));
      throw error;
    } finally {
      clearTimeout(stop);
    }
  }

  return restate.service({
    name: "ReadbackGuard",
    handlers: {
      write: waiting(async (context: restate.Context, given: GuardWrite) => {
        const write = bounded(given, "write of todos");
        const todos = context.objectClient(SERVICES.todos, String(write.session));
        const patience = Math.min(Number(write.patience) || validationTimeout, validationTimeout);
        let step = await todos.begin(write);
        if (!step.verdict && step.validate.length > 0) {
          const judged: Judged[] = [];
          for (const request of step.validate) judged.push(await judge(context, request, patience));
          step = await todos.judged({ write, judged });
        }
        // The same claim is validated for another call, or by one that has ended: the machine's clock bounds it.
        for (let waited = 0; !step.verdict; waited += LOOK_EVERY) {
          if (waited > validationTimeout + 5_000) {
            throw new restate.TerminalError("The guard reached no verdict in time: try again", {
              errorCode: 504,
            });
          }
          await context.sleep(LOOK_EVERY);
          step = await todos.begin(write);
        }
        return step.verdict;
      }),
    },
  });
}

/** What is still undecided when everything that waits for nothing has run waits for a validator. */
function afterAllElse(): Promise<undefined> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(() => resolve(undefined)));
  });
}

async function refusingLater<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    return refusing(() => {
      throw error;
    });
  }
}
