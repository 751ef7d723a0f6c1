import {
  createTodoGuard,
  guardMachine,
  type TodoGuard,
  type TodoGuardOptions,
  type Validator,
} from "@readback/core";
import { guardInstance, judgementOn, messageOf } from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import { createAttempts } from "../attempts.js";
import { createEngineTurns } from "../engine-turn.js";
import { settleParked } from "../kept.js";
import {
  type GuardNote,
  type GuardStep,
  type GuardWrite,
  type Judged,
  SERVICES,
  type TodosObject,
  type Wake,
  type WhichTodo,
} from "../names.js";
import type { Common } from "../options.js";
import { exclusive, internal, waiting } from "./handler-options.js";
import { INPUTS } from "./inputs.js";

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
      begin: internal(INPUTS.todos.begin, (context: restate.ObjectContext, given: GuardWrite) =>
        turns.take(context, (guard) => write(guard, given)),
      ),
      judged: internal(
        INPUTS.todos.judged,
        (
          context: restate.ObjectContext,
          { write: given, judged }: Parameters<TodosObject["judged"]>[1],
        ) =>
          turns.take(context, (guard) => {
            for (const { instance, event } of judged) guard.runtime.send(instance, event);
            return write(guard, given);
          }),
      ),
      note: exclusive(INPUTS.todos.note, (context: restate.ObjectContext, note: GuardNote) =>
        turns.take(context, async (guard, { parked }) => {
          const { how, ...rest } = note;
          const { instance: named, ...about } = rest as typeof rest & Partial<WhichTodo>;
          if (how === "heard" || how === "endSession") {
            guard[how](context.key);
            return true;
          }
          let isSettled = false;
          if (how === "approve" || how === "reset") {
            const instance = named ?? guardInstance(context.key, String(note.todo));
            isSettled = parked.delete(instance) && (await settleParked(context, instance));
            // A todo that is known by an id is not found by its text.
            const isKnown = guard.list(context.key).some((todo) => todo.instance === named);
            if (isKnown) {
              const type = how === "approve" ? "APPROVE" : "RESET";
              return guard.runtime.send(instance, { type }) || isSettled;
            }
          }
          const is = guard[how]({ ...about, session: context.key } as never) ?? true;
          return is || isSettled;
        }),
      ),
      list: exclusive(null, (context: restate.ObjectContext) =>
        turns.take(context, (guard) => guard.list(context.key)),
      ),
      wake: internal(INPUTS.todos.wake, (context: restate.ObjectContext, wake: Wake) =>
        turns.wake(context, wake),
      ),
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

/** Where writes wait for their verdicts, and validators run. */
export function guardService({ validate, validationTimeout = 60_000 }: GuardServiceOptions) {
  const attempts = createAttempts();

  /**
   * Asks the validator about each todo of a write, at once and once: whether a failure is one, and whether
   * there is another attempt, is for the machine.
   */
  async function judge(
    context: restate.Context,
    requests: readonly Asked[],
    patience: number,
  ): Promise<readonly Judged[]> {
    const calling = context.request();
    await context.run("begin", () => attempts.begin(calling));
    const attempt = attempts.of(calling);
    const failed = ({ toolUseId, instance }: Asked, detail: string): Judged => ({
      instance,
      event: { type: "GUARD_FAILED", toolUseId, detail },
    });
    const judging = requests.map((request, index) =>
      context
        .run(
          `validate ${request.todo.slice(0, 50)}`,
          // The same steps in every process: the cluster knows already that this one was begun.
          async () =>
            attempt
              ? attempt.run(String(index), (signal) =>
                  judgementOn(validate, { ...request, signal }),
                )
              : failed(request, "the process that validated it has ended").event,
          { maxRetryAttempts: 1 },
        )
        .orTimeout(patience),
    );
    const judged: Judged[] = [];
    for (const [index, outcome] of (await restate.RestatePromise.allSettled(judging)).entries()) {
      const request = requests[index] as Asked;
      if (outcome.status === "fulfilled") {
        judged.push({ instance: request.instance, event: outcome.value });
        continue;
      }
      const { reason } = outcome;
      if (!(reason instanceof restate.TerminalError)) throw reason;
      const isLate = reason instanceof restate.TimeoutError;
      judged.push(failed(request, isLate ? "the check was aborted" : messageOf(reason)));
    }
    attempt?.abort();
    return judged;
  }

  return restate.service({
    name: "ReadbackGuard",
    handlers: {
      write: waiting(INPUTS.guard.write, async (context: restate.Context, write: GuardWrite) => {
        const todos = context.objectClient(SERVICES.todos, write.session);
        const patience = Math.min(write.patience ?? validationTimeout, validationTimeout);
        let step = await todos.begin(write);
        if (!step.verdict && step.validate.length > 0) {
          const judged = await judge(context, step.validate, patience);
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
