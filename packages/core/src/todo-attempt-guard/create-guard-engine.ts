import { messageOf, ReadbackError } from "../errors.js";
import { mustFit } from "../must-fit.js";
import { randomId } from "../random-id.js";
import { createRuntime } from "../runtime/runtime.js";
import type { HostOptions } from "../runtime/runtime-interface.js";
import { createAwaitedVerdicts } from "./awaited-verdicts.js";
import type { GuardEvent } from "./events.js";
import { type GuardSettings, guardedTodo } from "./guarded-todo.js";
import { guardMachine } from "./machine.js";
import type { GuardCheck, TodoGuard } from "./todo-guard.js";
import { instanceOf } from "./todo-identity.js";
import { type NamedTodo, namedTodos, readList } from "./todo-list.js";
import { judgementOn, type Validator } from "./validation.js";
import { type TodoVerdict, verdictOf } from "./verdict.js";
import { viewOf } from "./view.js";
import { type Addressed, type ClaimInWrite, heldUp, overruled } from "./write.js";
import { type GuardVerdict, wholeVerdict } from "./write-verdict.js";

type ClaimEvent = Extract<GuardEvent, { type: "CLAIM" }>;

/** A claim that was made, here or before. */
interface MadeClaim extends ClaimInWrite {
  /** The machine asks this process to validate it. */
  readonly isOurs: boolean;
}

/** One write: the todos it claims, and what says so. */
interface Write extends Omit<GuardCheck, "completing"> {
  readonly todos: readonly NamedTodo[];
  readonly from?: "list" | "report";
}

/**
 * The guard itself, for hosts that have checked what they pass; others use {@link createTodoGuard}.
 * It translates to events, runs the validator and waits for verdicts; the machine decides.
 */
export function createGuardEngine(
  settings: GuardSettings,
  validate: Validator | undefined,
  options: HostOptions & { readonly agent?: string },
): TodoGuard {
  mustFit(settings, { maxRetryAttempts: "number" }, "settings of createGuardEngine");
  mustFit(options, {}, "options of createGuardEngine");
  const { agent, ...host } = options;
  const runtime = createRuntime([guardMachine], host);
  const { clock } = runtime;
  const awaited = createAwaitedVerdicts(runtime);
  const { claimOf } = awaited;
  /** What this process validates. */
  const validating = new Map<Promise<TodoVerdict>, { instance: string; toolUseId: string }>();

  function watch(session: string, { todo, instance }: NamedTodo): string {
    if (!runtime.snapshot(instance)) {
      try {
        runtime.start(guardMachine, instance, guardedTodo(session, todo, settings));
      } catch (error) {
        // Another process may have started it just now.
        const isThere = error instanceof ReadbackError && error.code === "duplicate_instance";
        if (!isThere) throw error;
      }
    }
    return instance;
  }

  const send = ({ instance, event }: Addressed) => runtime.send(instance, event);

  /** Tells the machine of a claim; `undefined` when it is none. */
  function claim(session: string, todo: NamedTodo, event: ClaimEvent): MadeClaim | undefined {
    const instance = watch(session, todo);
    const { toolUseId } = event;
    awaited.failOrphans(instance);
    // Heard, for the claim itself may be gone when `send` returns, together with its todo.
    const heard = awaited.hear(instance, toolUseId);
    try {
      const hasMoved = runtime.send(instance, event);
      const verdict = heard.verdict ?? claimOf(instance, toolUseId)?.verdict;
      if (verdict !== undefined) return { instance, verdict, isOurs: heard.isToBeValidated };
      if (hasMoved) return undefined;
      const now = runtime.snapshot(instance);
      // Another process has ended it just now.
      if (!now) return claim(session, todo, event);
      if (!now.can({ ...event, at: clock.now() })) return undefined;
      throw new ReadbackError("stopped", "This guard is disposed of: make a new one");
    } finally {
      heard.stop();
    }
  }

  /** Runs the validator for a claim. Rejects when the journal refuses what it says. */
  async function judge(instance: string, toolUseId: string, verdict: Promise<TodoVerdict>) {
    const context = runtime.snapshot(instance)?.context;
    if (!context) return;
    const { session, todo, maxRetryAttempts } = context.guarded;
    const controller = new AbortController();
    const abort = () => controller.abort();
    verdict.then(abort, abort);
    const { signal } = controller;
    const { attempt } = context;
    const request = { session, todo, toolUseId, attempt, maxRetryAttempts, signal };
    validating.set(verdict, { instance, toolUseId });
    try {
      runtime.send(instance, await judgementOn(validate, request));
    } finally {
      validating.delete(verdict);
    }
  }

  /** The verdicts on the claims of one write; those that the machine asks for are judged here. */
  async function verdictsOn(
    claims: readonly MadeClaim[],
    { toolUseId, signal, patience }: Write,
  ): Promise<readonly TodoVerdict[]> {
    for (const event of heldUp(toolUseId, claims)) send(event);
    const verdicts = claims.map(
      ({ instance, verdict }) =>
        verdict ?? claimOf(instance, toolUseId)?.verdict ?? awaited.later(instance, toolUseId),
    );
    if (!verdicts.some((verdict) => verdict instanceof Promise)) return Promise.all(verdicts);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        try {
          for (const { instance } of claims) fail(instance, toolUseId, "the check was aborted");
        } catch (error) {
          reject(error);
        }
      };
      const timer = patience === undefined ? undefined : clock.setTimeout(giveUp, patience);
      Promise.all(verdicts)
        .then(resolve, reject)
        .finally(() => {
          signal?.removeEventListener("abort", giveUp);
          clock.clearTimeout(timer);
        });
      signal?.addEventListener("abort", giveUp, { once: true });
      if (signal?.aborted) giveUp();
      for (const [index, { instance, isOurs }] of claims.entries()) {
        const verdict = verdicts[index];
        if (!(verdict instanceof Promise)) continue;
        // When another todo of this write fails first, nobody waits for this one any more.
        verdict.catch(() => {});
        if (isOurs) judge(instance, toolUseId, verdict).catch(reject);
      }
    });
  }

  async function decide(write: Write): Promise<readonly TodoVerdict[]> {
    const { session, todos, toolUseId, from } = write;
    // Only alone: another todo of the same write may still block this one.
    const unchecked = !validate && todos.length === 1 && ({ unchecked: true } as const);
    const { processes } = runtime.journal;
    const event: ClaimEvent = {
      type: "CLAIM",
      toolUseId,
      ...(from && { from }),
      ...unchecked,
      ...(processes && { process: processes.self }),
      ...(agent !== undefined && { agent }),
    };
    const claims = todos.flatMap((todo) => claim(session, todo, event) ?? []);
    const verdicts = await verdictsOn(claims, write);
    const decided = claims.map(({ instance }, index) => ({
      instance,
      verdict: verdicts[index] as TodoVerdict,
    }));
    for (const taken of overruled(toolUseId, decided)) send(taken);
    return decided.map(({ instance, verdict }) => claimOf(instance, toolUseId)?.verdict ?? verdict);
  }

  async function decideWrite(write: Write): Promise<GuardVerdict> {
    try {
      return wholeVerdict(await decide(write));
    } catch (error) {
      return failed(error, write.todos);
    }
  }

  /** The journal cannot be written, say: that is a failure of the guard, and it says so. */
  function failed(error: unknown, todos: readonly NamedTodo[]): GuardVerdict {
    const facts = { ...settings, attempt: 0, detail: messageOf(error) };
    return wholeVerdict(todos.map(({ todo }) => verdictOf("guard_failed", { todo, ...facts })));
  }

  function fail(instance: string, toolUseId: string, detail: string): void {
    runtime.send(instance, { type: "GUARD_FAILED", toolUseId, detail });
  }

  /** What other processes have written counts, too, where nothing is written to learn of it. */
  const live = () => {
    if (runtime.journal.catchUp) runtime.catchUp();
    return [...runtime.live()];
  };

  const list = (session: string | undefined) =>
    live()
      .filter(([, { context }]) => session === undefined || context.guarded.session === session)
      .map(([instance, snapshot]) => viewOf(instance, snapshot));

  return {
    runtime,
    check: ({ completing, ...call }) =>
      decideWrite({ ...call, todos: namedTodos(call.session, listed(completing)) }),
    async checkList({ todos, ...call }) {
      const { completed, open } = readList(call.session, todos);
      const verdict = await decideWrite({ ...call, todos: completed, from: "list" });
      if (verdict.decision === "block") return verdict;
      for (const { instance } of open) {
        if (runtime.snapshot(instance)) runtime.send(instance, { type: "REOPENED" });
      }
      return verdict;
    },
    report: ({ todo, id, toolUseId = `report:${randomId()}`, ...call }) =>
      decideWrite({
        ...call,
        toolUseId,
        todos: namedTodos(call.session, [{ content: todo, id }]),
        from: "report",
      }),
    confirm({ session, toolUseId }) {
      for (const { instance, claims } of list(session)) {
        if (claims.some((claim) => claim.toolUseId === toolUseId))
          runtime.send(instance, { type: "HAPPENED", toolUseId });
      }
    },
    observe({ session, todos }) {
      const { completed, open } = readList(session, todos);
      for (const { instance } of completed) runtime.send(instance, { type: "COMPLETED" });
      const withId = new Set(todos.flatMap(({ id }) => (id ? instanceOf(session, id) : [])));
      for (const todo of open) if (withId.has(todo.instance)) watch(session, todo);
    },
    list,
    approve({ session, todo }) {
      const instance = instanceOf(session, todo);
      runtime.send(watch(session, { todo, instance }), { type: "APPROVE" });
    },
    reset: ({ session, todo }) => runtime.send(instanceOf(session, todo), { type: "RESET" }),
    heard(session) {
      for (const [instance, { context }] of live()) {
        const isSilent = context.silent && context.guarded.session === session;
        if (isSilent) runtime.send(instance, { type: "HEARD" });
      }
    },
    endSession(session) {
      for (const { instance } of list(session)) runtime.send(instance, { type: "SESSION_ENDED" });
    },
    recover() {
      runtime.recover();
      runtime.resume();
      return list(undefined).length;
    },
    dispose() {
      for (const { instance, toolUseId } of validating.values()) {
        fail(instance, toolUseId, "the guard was disposed of");
      }
      awaited.stop();
      runtime.stop();
    },
  };
}

const listed = (texts: readonly string[]) => texts.map((content) => ({ content }));
