import { messageOf, ReadbackError } from "../errors.js";
import { createRuntime, type HostOptions } from "../runtime/runtime.js";
import { stateName } from "../runtime/step.js";
import { createAwaitedVerdicts } from "./awaited-verdicts.js";
import { instanceOf } from "./instance.js";
import { type GuardContext, type GuardEvent, type GuardedTodo, guardMachine } from "./machine.js";
import type { GuardCheck, TodoGuard, ValidationResult, Validator } from "./todo-guard.js";
import { type GuardVerdict, quoted, type TodoVerdict, verdictOf, wholeVerdict } from "./verdict.js";

type ClaimEvent = Extract<GuardEvent, { type: "CLAIM" }>;

/** A todo, and the instance that guards it. */
interface NamedTodo {
  readonly todo: string;
  readonly instance: string;
}

/** A claim that was made, here or before. */
interface MadeClaim {
  readonly instance: string;
  /** False: it was made before, and whoever made it judges it. */
  readonly isOurs: boolean;
  readonly verdict: TodoVerdict | undefined;
}

/** The guard itself, for hosts that have checked what they pass; others use {@link createTodoGuard}. */
export function createGuardEngine(
  config: Omit<GuardedTodo, "session" | "todo">,
  validate: Validator | undefined,
  host: HostOptions,
): TodoGuard {
  const runtime = createRuntime([guardMachine], host);
  const { clock } = runtime;
  const { listen, claimOf, later: verdictLater } = createAwaitedVerdicts(runtime);

  function watch(session: string, todo: string, instance = instanceOf(session, todo)): string {
    if (!runtime.snapshot(instance)) {
      try {
        runtime.start(guardMachine, instance, { session, todo, ...config });
      } catch (error) {
        // Another process may have started it just now.
        const isThere = error instanceof ReadbackError && error.code === "duplicate_instance";
        if (!isThere) throw error;
      }
    }
    return instance;
  }

  /** Makes a claim; `verdict` when that is reached at once. */
  function claim({ instance }: NamedTodo, event: ClaimEvent, mayReopen: boolean): MadeClaim {
    const { toolUseId } = event;
    let verdict: TodoVerdict | undefined;
    // Heard, for the claim itself may be gone when `send` returns, together with its todo.
    const stop = listen(instance, toolUseId, (reached) => {
      verdict = reached;
    });
    try {
      // False: this tool call was reported before, here or by another process.
      let isOurs = runtime.send(instance, event);
      let known = claimOf(instance, toolUseId);
      if (!isOurs && !known && mayReopen && runtime.send(instance, { type: "REOPENED" })) {
        isOurs = runtime.send(instance, event);
        known = claimOf(instance, toolUseId);
      }
      verdict ??= known?.verdict ?? undefined;
      if (!isOurs && !known) verdict ??= completedMeanwhile(instance);
      if (!isOurs && !known && !verdict)
        throw new ReadbackError("stopped", "This guard is disposed of: make a new one");
      return { instance, isOurs, verdict };
    } finally {
      stop();
    }
  }

  /**
   * Runs the validator for a claim; the verdict comes through the machine, or its clock. Rejects
   * when the journal refuses what it says.
   */
  async function judge(instance: string, toolUseId: string, verdict: Promise<TodoVerdict>) {
    if (!validate) {
      runtime.send(instance, { type: "PASSED", toolUseId });
      return;
    }
    const controller = new AbortController();
    const abort = () => controller.abort();
    verdict.then(abort, abort);
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
      const { passed, reason } = validationOf(judged);
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

  /** The verdict on a claim that came after another process had seen the todo completed. */
  function completedMeanwhile(instance: string): TodoVerdict | undefined {
    const snapshot = runtime.snapshot(instance);
    if (!snapshot?.matches("remembered")) return undefined;
    const { attempt, guarded } = snapshot.context;
    return verdictOf("allowed", { ...guarded, attempt, detail: null });
  }

  /** The verdicts on the claims of one write; those that nobody else judges are judged here. */
  async function verdictsOn(
    claims: readonly MadeClaim[],
    { toolUseId, signal, patience }: GuardCheck,
  ): Promise<readonly TodoVerdict[]> {
    const reached = claims.flatMap(({ verdict }) => verdict ?? []);
    if (reached.length === claims.length) return reached;
    const blocker = reached.find(({ decision }) => decision === "block");
    const awaited = claims.map(
      ({ instance, verdict }) => verdict ?? verdictLater(instance, toolUseId),
    );
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        try {
          for (const { instance } of claims) fail(instance, toolUseId, "the check was aborted");
        } catch (error) {
          reject(error);
        }
      };
      const timer = patience === undefined ? undefined : clock.setTimeout(giveUp, patience);
      Promise.all(awaited)
        .then(resolve, reject)
        .finally(() => {
          signal?.removeEventListener("abort", giveUp);
          clock.clearTimeout(timer);
        });
      signal?.addEventListener("abort", giveUp, { once: true });
      if (signal?.aborted) giveUp();
      for (const [index, { instance, isOurs }] of claims.entries()) {
        const verdict = awaited[index];
        if (!isOurs || !(verdict instanceof Promise)) continue;
        // When another todo of this write fails first, nobody waits for this one any more.
        verdict.catch(() => {});
        if (claimOf(instance, toolUseId)?.verdict !== null) continue;
        if (!blocker) judge(instance, toolUseId, verdict).catch(reject);
        else runtime.send(instance, { type: "WITHHELD", toolUseId, detail: quoted(blocker.todo) });
      }
    });
  }

  async function decide(
    check: GuardCheck,
    todos: readonly NamedTodo[],
    mayReopen: boolean,
  ): Promise<readonly TodoVerdict[]> {
    const { session, toolUseId } = check;
    const isAlone = todos.length === 1;
    // Only alone: another todo of the same write may still block this one.
    const unchecked = !validate && isAlone && ({ unchecked: true } as const);
    const event: ClaimEvent = { type: "CLAIM", toolUseId, ...unchecked };
    const claims = todos.map((todo) => {
      watch(session, todo.todo, todo.instance);
      return claim(todo, event, mayReopen);
    });
    const verdicts = await verdictsOn(claims, check);
    const culprit = verdicts.find(({ decision }) => decision === "block");
    if (!culprit || isAlone) return verdicts;
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

  /** Whether a list that shows this todo as completed claims that anew. */
  function isClaim(session: string, todo: string, toolUseId: string): boolean {
    const instance = instanceOf(session, todo);
    const snapshot = runtime.snapshot(instance);
    if (!snapshot) return true;
    if (snapshot.matches("remembered")) return false;
    const { claims } = snapshot.context;
    if (claims.some((claim) => claim.toolUseId === toolUseId)) return true;
    // It was allowed before, and a later list still shows it: it has happened.
    if (snapshot.matches({ watching: "allowed" }))
      return !runtime.send(instance, { type: "COMPLETED" });
    return !snapshot.matches("approved") || claims.at(-1)?.verdict?.decision !== "allow";
  }

  /** Takes note of a todo in a list that was let through and does not claim it. */
  function note(session: string, todo: string, isCompleted: boolean): void {
    const instance = instanceOf(session, todo);
    const snapshot = runtime.snapshot(instance);
    const wasLetThrough =
      snapshot?.matches("remembered") || snapshot?.matches({ watching: "allowed" });
    if (!isCompleted && wasLetThrough) runtime.send(instance, { type: "REOPENED" });
    if (isCompleted && snapshot?.matches("approved")) runtime.send(instance, { type: "COMPLETED" });
  }

  /** `mayReopen`: what was completed before, and is claimed, is under way again. */
  async function decideWrite(call: GuardCheck, mayReopen: boolean): Promise<GuardVerdict> {
    const { session, completing } = call;
    const todos = [...new Set(completing)].map((todo) => ({
      todo,
      instance: instanceOf(session, todo),
    }));
    try {
      return wholeVerdict(await decide(call, todos, mayReopen));
    } catch (error) {
      return failed(error, completing);
    }
  }

  /** The journal cannot be written, say: that is a failure of the guard, and it says so. */
  function failed(error: unknown, todos: readonly string[]): GuardVerdict {
    const detail = messageOf(error);
    const { maxRetryAttempts, onGuardFailure } = config;
    const facts = { attempt: 0, maxRetryAttempts, onGuardFailure, detail };
    return wholeVerdict(todos.map((todo) => verdictOf("guard_failed", { todo, ...facts })));
  }

  return {
    runtime,
    check: (call) => decideWrite(call, true),
    async checkList({ todos, session, ...call }) {
      const named = new Set(todos.map(({ content }) => content));
      // A todo that stands there twice is claimed as soon as one of the two is completed.
      const completed = new Set(
        todos.filter(({ status }) => status === "completed").map(({ content }) => content),
      );
      let completing: ReadonlySet<string>;
      try {
        runtime.catchUp();
        completing = new Set(
          [...completed].filter((todo) => isClaim(session, todo, call.toolUseId)),
        );
      } catch (error) {
        return failed(error, [...completed]);
      }
      const verdict = await decideWrite({ session, completing: [...completing], ...call }, false);
      if (verdict.decision === "block") return verdict;
      for (const todo of named) {
        if (!completing.has(todo)) note(session, todo, completed.has(todo));
      }
      return verdict;
    },
    confirm({ session, toolUseId }) {
      for (const [instance, { claims }] of inSession(session)) {
        const claim = claims.find((one) => one.toolUseId === toolUseId);
        if (claim?.verdict?.decision === "allow") runtime.send(instance, { type: "COMPLETED" });
      }
    },
    observe({ session, todos }) {
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
    approve({ session, todo }) {
      runtime.send(watch(session, todo), { type: "APPROVE" });
    },
    reset({ session, todo }) {
      return runtime.send(instanceOf(session, todo), { type: "RESET" });
    },
    endSession(session) {
      for (const [instance] of inSession(session)) {
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

function validationOf(judged: boolean | ValidationResult): ValidationResult {
  if (typeof judged === "boolean") return { passed: judged };
  if (typeof judged?.passed === "boolean") return judged;
  throw new ReadbackError(
    "invalid_input",
    "The validator must answer true, false or { passed, reason }",
  );
}
