import { messageOf, ReadbackError } from "../errors.js";
import { sha256Hex } from "../hash.js";
import { createRuntime, type HostOptions, type Runtime } from "../runtime/runtime.js";
import { stateName } from "../runtime/step.js";
import { type Claim, type GuardContext, type GuardedTodo, guardMachine } from "./machine.js";
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

/** What a validator says about a claim. */
export interface ValidationResult {
  readonly passed: boolean;
  /** Shown to the agent when it did not pass: what is missing, what to do. */
  readonly reason?: string;
}

/** One write of the agent that completes todos. */
export interface GuardCheck {
  /** Whose todos these are; each session has its own counts. */
  readonly session: string;
  /** Id of the tool call; the same id is counted once, however often it is reported. */
  readonly toolUseId: string;
  /** The texts of the todos that become completed by this write. */
  readonly completing: readonly string[];
  /** Gives up validating: what is still open counts as a failure of the guard. */
  readonly signal?: AbortSignal;
  /** The same, after so many milliseconds. Default: never. */
  readonly patience?: number | undefined;
}

/** A todo list, or a part of one. */
export interface TodoList {
  readonly todos: readonly {
    readonly content: string;
    /** Only `completed` means something here. */
    readonly status: string;
  }[];
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
  /**
   * Decides about one write of a todo list, whole or in part: works out which todos it completes,
   * which were completed before, and which it opens again.
   */
  checkList(list: TodoList & Omit<GuardCheck, "completing">): Promise<GuardVerdict>;
  /** Tells that an allowed tool call has happened: its todos are done. */
  confirm(call: { readonly session: string; readonly toolUseId: string }): void;
  /** Tells the todo list as it stands now; what was allowed and is completed there is done. */
  observe(list: TodoList & { readonly session: string }): void;
  /** The todos under guard, of one session or of all; the one that moved last comes last. */
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

/** How often a process looks whether another has reached the verdict it waits for. */
const LOOK_EVERY = 50;

/** The guard itself, for hosts that have checked what they pass; others use {@link createTodoGuard}. */
export function createGuardEngine(
  config: Omit<GuardedTodo, "session" | "todo">,
  validate: Validator | undefined,
  host: HostOptions,
): TodoGuard {
  const runtime = createRuntime([guardMachine], host);
  const { clock, journal } = runtime;
  /** Who waits for the verdict on a claim. */
  const waiting = new Map<string, Set<(verdict: TodoVerdict) => void>>();

  runtime.on(guardMachine, (emitted, instance) => {
    if (emitted.type !== "guard.verdict") return;
    const claim = claimKey(instance, emitted.toolUseId);
    for (const hear of waiting.get(claim) ?? []) hear(emitted.verdict);
  });

  /** Calls `hear` with the verdict on a claim when it is reached here; returns how to stop that. */
  function listen(instance: string, toolUseId: string, hear: (verdict: TodoVerdict) => void) {
    const claim = claimKey(instance, toolUseId);
    const listeners = waiting.get(claim) ?? new Set();
    waiting.set(claim, listeners.add(hear));
    return () => {
      listeners.delete(hear);
      if (listeners.size === 0) waiting.delete(claim);
    };
  }

  const claimOf = (instance: string, toolUseId: string): Claim | undefined =>
    runtime.snapshot(instance)?.context.claims.find((claim) => claim.toolUseId === toolUseId);

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
  function claim(
    session: string,
    { todo, instance }: NamedTodo,
    toolUseId: string,
    isAlone: boolean,
  ): MadeClaim {
    watch(session, todo, instance);
    let verdict: TodoVerdict | undefined;
    // Heard, for the claim itself may be gone when `send` returns, together with its todo.
    const stop = listen(instance, toolUseId, (reached) => {
      verdict = reached;
    });
    try {
      // False: this tool call was reported before, here or by another process.
      const isOurs = runtime.send(instance, {
        type: "CLAIM",
        toolUseId,
        // Only alone: another todo of the same write may still block this one.
        ...(!validate && isAlone && { unchecked: true }),
      });
      verdict ??= claimOf(instance, toolUseId)?.verdict ?? undefined;
      if (!isOurs && !verdict && !claimOf(instance, toolUseId)) {
        verdict = completedMeanwhile(instance);
        if (!verdict)
          throw new ReadbackError("stopped", "This guard is disposed of: make a new one");
      }
      return { instance, isOurs, verdict };
    } finally {
      stop();
    }
  }

  /** The verdict on a claim, once this process or another has reached it. */
  function verdictLater(instance: string, toolUseId: string): Promise<TodoVerdict> {
    return new Promise((resolve, reject) => {
      let timer: unknown;
      const done = () => {
        stop();
        clock.clearTimeout(timer);
      };
      const stop = listen(instance, toolUseId, (verdict) => {
        done();
        resolve(verdict);
      });
      const look = () => {
        runtime.catchUp();
        const verdict = claimOf(instance, toolUseId)?.verdict;
        if (verdict) resolve(verdict);
        else if (runtime.snapshot(instance)) return lookAgain();
        else reject(new Error("the guard of this todo ended while it was checked"));
        done();
      };
      const lookAgain = () => {
        timer = clock.setTimeout(() => {
          try {
            look();
          } catch (error) {
            // The journal cannot be read any more, or is closed.
            done();
            reject(error);
          }
        }, LOOK_EVERY);
      };
      if (journal.catchUp) lookAgain();
    });
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
  ): Promise<readonly TodoVerdict[]> {
    const { session, toolUseId } = check;
    const isAlone = todos.length === 1;
    const claims = todos.map((todo) => claim(session, todo, toolUseId, isAlone));
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
    const isRepeated = snapshot.context.claims.some((claim) => claim.toolUseId === toolUseId);
    const mayBeDone = snapshot.matches("approved") || snapshot.matches({ watching: "allowed" });
    // It was allowed before, and a later list still shows it: it has happened.
    return isRepeated || !mayBeDone || !runtime.send(instance, { type: "COMPLETED" });
  }

  /** Starts a new guard for a todo that was completed. */
  function reopen(instance: string): void {
    if (runtime.snapshot(instance)?.matches("remembered")) {
      runtime.send(instance, { type: "REOPENED" });
    }
  }

  async function check(call: GuardCheck) {
    const { session, completing } = call;
    const todos = [...new Set(completing)].map((todo) => ({
      todo,
      instance: instanceOf(session, todo),
    }));
    try {
      runtime.catchUp();
      for (const { instance } of todos) reopen(instance);
      return wholeVerdict(await decide(call, todos));
    } catch (error) {
      // The journal cannot be written, say: that is a failure of the guard, and it says so.
      const detail = messageOf(error);
      const { maxRetryAttempts, onGuardFailure } = config;
      const facts = { attempt: 0, maxRetryAttempts, onGuardFailure, detail };
      return wholeVerdict(todos.map(({ todo }) => verdictOf("guard_failed", { todo, ...facts })));
    }
  }

  return {
    runtime,
    check,
    async checkList({ todos, session, ...call }) {
      const statuses = new Map(todos.map(({ content, status }) => [content, status]));
      const named = [...statuses.keys()];
      const completing = named.filter(
        (todo) => statuses.get(todo) === "completed" && isClaim(session, todo, call.toolUseId),
      );
      const verdict = await check({ session, completing, ...call });
      if (verdict.decision === "block") return verdict;
      for (const todo of named.filter((one) => statuses.get(one) !== "completed")) {
        reopen(instanceOf(session, todo));
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

/** The latest instances asked for: each is asked for several times in a row. */
const recent = new Map<string, string>();
const RECENT = 100;

/** The instance that guards a todo of a session. */
export function instanceOf(session: string, todo: string): string {
  const key = `${session.length} ${session}${todo}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const instance = sha256Hex(JSON.stringify([session, todo]));
  if (recent.size === RECENT) recent.clear();
  recent.set(key, instance);
  return instance;
}

function claimKey(instance: string, toolUseId: string): string {
  return `${instance} ${toolUseId}`;
}
