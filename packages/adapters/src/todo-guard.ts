import type { GuardVerdict, TodoGuard } from "@readback/core";

/** The todos of one write. */
export type Todos = Parameters<TodoGuard["checkList"]>[0]["todos"];

/** What a wrapped tool needs to be guarded. */
export interface GuardTodosOptions {
  /** Whose todos these are; each session has its own counts. Default `default`. */
  readonly session?: string | undefined;
  /** Reads the todos from what the tool is called with. Default: its `todos`, each `{ content, status }`. */
  readonly todos?: ((input: unknown) => Todos) | undefined;
  /** How long a validation may take before it counts as a failure of the guard, in milliseconds. */
  readonly patience?: number | undefined;
}

/** The call of a tool that writes todos. */
interface TodoCall {
  readonly input: unknown;
  readonly callId: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks the guard about a write of todos, and lets it happen when the guard allows it. What the guard says goes to the
 * model: instead of the tool's result when it blocks.
 */
export async function guarded<R>(
  guard: TodoGuard,
  { session = "default", todos = todosIn, patience }: GuardTodosOptions,
  { input, callId, signal }: TodoCall,
  happen: () => R | Promise<R>,
): Promise<R | string> {
  const list = todos(input);
  const verdict = await verdictOn(guard, {
    session,
    toolUseId: callId,
    todos: list,
    signal,
    patience,
  });
  if (verdict.decision === "block") return verdict.reason;
  const result = await happen();
  guard.confirm({ session, toolUseId: callId });
  guard.observe({ session, todos: list });
  return result;
}

/** A guard that throws must not let a claim through: frameworks may go on after an error. */
export async function verdictOn(
  guard: TodoGuard,
  list: Parameters<TodoGuard["checkList"]>[0],
): Promise<Pick<GuardVerdict, "decision" | "reason">> {
  try {
    return await guard.checkList(list);
  } catch (error) {
    return {
      decision: "block",
      reason: `The todo guard could not check this: ${messageOf(error)}`,
    };
  }
}

/** The field that agents' todo tools have. Anything else is the guard's to refuse. */
export function todosIn(input: unknown): Todos {
  return (input as { readonly todos?: Todos } | null)?.todos ?? (input as Todos);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
