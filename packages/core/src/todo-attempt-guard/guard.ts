import * as z from "zod";
import { messageOf } from "../errors.js";
import { hashOf } from "../hash.js";
import { functionSchema, parse } from "../parse.js";
import { createRuntime, type HostOptions, type Runtime } from "../runtime/runtime.js";
import { stateName } from "../runtime/step.js";
import { type Claim, type GuardContext, guardMachine } from "./machine.js";
import {
  type GuardConfig,
  guardCheckSchema,
  guardConfigSchema,
  sessionSchema,
  todoSchema,
} from "./schema.js";
import { type GuardVerdict, quoted, type TodoVerdict, verdictOf, wholeVerdict } from "./verdict.js";

/** What a validator is asked to judge. */
export interface ValidationRequest {
  readonly session: string;
  readonly todo: string;
  readonly toolUseId: string;
  /** 2 … maxRetryAttempts: the first claim is never validated. */
  readonly attempt: number;
  readonly maxRetryAttempts: number;
  /** Aborted when the verdict no longer waits for the validator. */
  readonly signal: AbortSignal;
}

/** Judges whether a todo is really done; throwing is a failure of the guard, not of the todo. */
export type Validator = (
  request: ValidationRequest,
) => boolean | ValidationResult | Promise<boolean | ValidationResult>;

export interface ValidationResult {
  readonly passed: boolean;
  /** Shown to the agent when it did not pass: what is missing, what to do. */
  readonly reason?: string;
}

/** Settings of {@link createTodoGuard}. */
export interface TodoGuardOptions extends HostOptions, GuardConfig {
  /** Attempts allowed per todo, 1–10: `n` allows `n`, the next one is stopped for a person. Default 5. */
  readonly maxRetryAttempts?: number;
  /** What a failure of the guard itself means for a claim. Default `block`. */
  readonly onGuardFailure?: "block" | "allow";
  /** How long a validation may take, in milliseconds. Default 60,000. */
  readonly validationTimeout?: number;
  /** How long the guard of a todo that nobody claims any more is kept, in milliseconds. Default 7 days. */
  readonly retention?: number;
  /** Judges claims from the second on. Default: they are allowed. */
  readonly validate?: Validator;
}

export interface GuardCheck {
  readonly session: string;
  /** Id of the tool call; the same id is counted once, however often it is reported. */
  readonly toolUseId: string;
  /** The texts of the todos that become completed by this write. */
  readonly completing: readonly string[];
  /** Gives up validating: what is still open counts as a failure of the guard. */
  readonly signal?: AbortSignal;
}

/** One todo under guard, as a person sees it. */
export interface GuardedTodoView {
  readonly session: string;
  readonly todo: string;
  /** State of the machine, such as `watching.reviewing` or `exhausted`. */
  readonly state: string;
  readonly attempt: number;
  readonly maxRetryAttempts: number;
  readonly claims: readonly Claim[];
}

/** Guards claims that todos are done. */
export interface TodoGuard {
  /** Decides about one write that completes todos. */
  check(check: GuardCheck): Promise<GuardVerdict>;
  /** Tells that an allowed tool call has happened: its todos are done. */
  confirm(call: { readonly session: string; readonly toolUseId: string }): void;
  /** Tells the todo list as it stands now; what was allowed and is completed there is done. */
  observe(list: {
    readonly session: string;
    readonly todos: readonly { readonly content: string; readonly status: string }[];
  }): void;
  /** The todos under guard, of one session or of all. */
  list(session?: string): readonly GuardedTodoView[];
  /** A person lets a todo pass. */
  approve(todo: { readonly session: string; readonly todo: string }): void;
  /** A person starts the count of a todo again; false when it is not under guard. */
  reset(todo: { readonly session: string; readonly todo: string }): boolean;
  /** Forgets the todos of a session that is over. */
  endSession(session: string): void;
  /** Takes up what a journal holds, after a restart. Returns how many todos are under guard. */
  recover(): number;
  /** Lets go of the clock. A journal keeps the counts. */
  dispose(): void;
  readonly runtime: Runtime<typeof guardMachine>;
}

/**
 * Makes a guard.
 * @example
 * const guard = createTodoGuard({ validate: async ({ todo }) => (await testsPass(todo)) });
 * const { decision, reason } = await guard.check({ session: "s1", toolUseId: "t1", completing: ["Write tests"] });
 */
export function createTodoGuard(options: TodoGuardOptions = {}): TodoGuard {
  const { validate } = options;
  const { validate: _, ...config } = parse(optionsSchema, options, "guard options");
  const runtime = createRuntime([guardMachine], options);
  const waiting = new Map<string, ((verdict: TodoVerdict) => void)[]>();

  runtime.on(guardMachine, (emitted, instance) => {
    if (emitted.type !== "guard.verdict") return;
    const key = claimKey(instance, emitted.toolUseId);
    const waiters = waiting.get(key) ?? [];
    waiting.delete(key);
    for (const resolve of waiters) resolve(emitted.verdict);
  });

  const claimOf = (instance: string, toolUseId: string): Claim | undefined =>
    runtime.snapshot(instance)?.context.claims.find((claim) => claim.toolUseId === toolUseId);

  function watch(session: string, todo: string): string {
    const instance = instanceOf(session, todo);
    if (!runtime.snapshot(instance)) {
      runtime.start(guardMachine, instance, { session, todo, ...config });
    }
    return instance;
  }

  function verdictLater(instance: string, toolUseId: string): Promise<TodoVerdict> {
    return new Promise((resolve) => {
      const verdict = claimOf(instance, toolUseId)?.verdict;
      if (verdict) {
        resolve(verdict);
        return;
      }
      const key = claimKey(instance, toolUseId);
      waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
    });
  }

  /** Runs the validator for a claim; the verdict comes through the machine, or its clock. */
  async function judge(instance: string, toolUseId: string, verdict: Promise<TodoVerdict>) {
    if (!validate) {
      runtime.send(instance, { type: "PASSED", toolUseId });
      return;
    }
    const controller = new AbortController();
    verdict.then(() => controller.abort());
    const context = runtime.snapshot(instance)?.context;
    if (!context) return;
    const { session, todo, maxRetryAttempts } = context.guarded;
    const { attempt } = context;
    const { signal } = controller;
    try {
      const judged = await validate({
        session,
        todo,
        toolUseId,
        attempt,
        maxRetryAttempts,
        signal,
      });
      const { passed, reason } = parse(validationSchema, judged, "validator's answer");
      runtime.send(
        instance,
        passed
          ? { type: "PASSED", toolUseId }
          : { type: "FAILED", toolUseId, detail: reason ?? "the validator gave no reason" },
      );
    } catch (error) {
      fail(instance, toolUseId, messageOf(error));
    }
  }

  async function decide(
    session: string,
    toolUseId: string,
    todos: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly TodoVerdict[]> {
    const claims = todos.map((todo) => {
      const instance = watch(session, todo);
      // False: this tool call was reported before, here or by another process.
      const isOurs = runtime.send(instance, { type: "CLAIM", toolUseId });
      return { instance, isOurs, verdict: verdictLater(instance, toolUseId) };
    });
    const blocker = claims
      .map(({ instance }) => claimOf(instance, toolUseId)?.verdict)
      .find((verdict) => verdict?.decision === "block");
    const giveUp = () => {
      for (const { instance } of claims) fail(instance, toolUseId, "the check was aborted");
    };
    signal?.addEventListener("abort", giveUp, { once: true });
    if (signal?.aborted) giveUp();
    for (const { instance, isOurs, verdict } of claims) {
      if (!isOurs || claimOf(instance, toolUseId)?.verdict) continue;
      if (!blocker) judge(instance, toolUseId, verdict);
      else runtime.send(instance, { type: "WITHHELD", toolUseId, detail: quoted(blocker.todo) });
    }
    const verdicts = await Promise.all(claims.map(({ verdict }) => verdict));
    signal?.removeEventListener("abort", giveUp);
    const culprit = verdicts.find(({ decision }) => decision === "block");
    if (!culprit) return verdicts;
    // The write will not happen, so neither will what was allowed in it.
    return claims.map(({ instance }, index) => {
      runtime.send(instance, { type: "OVERRULED", toolUseId, detail: quoted(culprit.todo) });
      return claimOf(instance, toolUseId)?.verdict ?? (verdicts[index] as TodoVerdict);
    });
  }

  function fail(instance: string, toolUseId: string, detail: string): void {
    runtime.send(instance, { type: "GUARD_FAILED", toolUseId, detail });
  }

  function inSession(session: string | undefined): readonly (readonly [string, GuardContext])[] {
    return [...runtime.live()]
      .map(([instance, { context }]) => [instance, context] as const)
      .filter(([, { guarded }]) => session === undefined || guarded.session === session);
  }

  return {
    runtime,
    async check({ signal, ...input }) {
      const { session, toolUseId, completing } = parse(guardCheckSchema, input, "guard check");
      const todos = [...new Set(completing)];
      try {
        return wholeVerdict(await decide(session, toolUseId, todos, signal));
      } catch (error) {
        // The journal cannot be written, say: that is a failure of the guard, and it says so.
        const detail = messageOf(error);
        const { maxRetryAttempts, onGuardFailure } = config;
        const facts = { attempt: 0, maxRetryAttempts, onGuardFailure, detail };
        return wholeVerdict(todos.map((todo) => verdictOf("guard_failed", { todo, ...facts })));
      }
    },
    confirm(call) {
      const { session, toolUseId } = parse(confirmSchema, call, "confirmation");
      for (const [instance, { claims }] of inSession(session)) {
        if (claims.some((claim) => claim.toolUseId === toolUseId)) {
          runtime.send(instance, { type: "COMPLETED" });
        }
      }
    },
    observe(list) {
      const { session, todos } = parse(listSchema, list, "todo list");
      for (const { content, status } of todos) {
        if (status === "completed")
          runtime.send(instanceOf(session, content), { type: "COMPLETED" });
      }
    },
    list: (session) =>
      [...runtime.live()]
        .filter(([, { context }]) => session === undefined || context.guarded.session === session)
        .map(([, { value, context }]) => ({
          session: context.guarded.session,
          todo: context.guarded.todo,
          state: stateName(value),
          attempt: context.attempt,
          maxRetryAttempts: context.bound,
          claims: context.claims,
        })),
    approve(which) {
      const { session, todo } = parse(whichSchema, which, "todo");
      runtime.send(watch(session, todo), { type: "APPROVE" });
    },
    reset(which) {
      const { session, todo } = parse(whichSchema, which, "todo");
      return runtime.send(instanceOf(session, todo), { type: "RESET" });
    },
    endSession(session) {
      for (const [instance] of inSession(parse(sessionSchema, session, "session"))) {
        runtime.send(instance, { type: "SESSION_ENDED" });
      }
    },
    recover() {
      runtime.recover();
      runtime.resume();
      return inSession(undefined).length;
    },
    dispose() {
      for (const [instance, { claims }] of inSession(undefined)) {
        for (const { toolUseId, verdict } of claims) {
          if (!verdict) fail(instance, toolUseId, "the guard was disposed of");
        }
      }
      runtime.stop();
    },
  };
}

const optionsSchema = guardConfigSchema.extend({
  validate: functionSchema<Validator>().optional(),
});
const validationSchema = z.union([
  z.boolean().transform((passed) => ({ passed, reason: undefined })),
  z.object({ passed: z.boolean(), reason: z.string().optional() }),
]);
const confirmSchema = guardCheckSchema.pick({ session: true, toolUseId: true });
const whichSchema = z.object({ session: sessionSchema, todo: todoSchema });
const listSchema = z.object({
  session: sessionSchema,
  todos: z.array(z.object({ content: z.string(), status: z.string() })),
});

function instanceOf(session: string, todo: string): string {
  return hashOf([session, todo]);
}

function claimKey(instance: string, toolUseId: string): string {
  return `${instance} ${toolUseId}`;
}
