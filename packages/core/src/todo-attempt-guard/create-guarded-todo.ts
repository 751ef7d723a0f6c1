import { parse } from "../parse.js";
import { type GuardedTodo, guardedTodo } from "./guarded-todo.js";
import { type GuardConfig, guardConfigSchema, sessionSchema, todoSchema } from "./schema.js";

const inputSchema = guardConfigSchema.extend({ session: sessionSchema, todo: todoSchema });

/** What {@link createGuardedTodo} takes: the todo, and any setting that is not to have its default. */
export interface GuardedTodoInput extends GuardConfig {
  /** Whose todo it is. */
  readonly session: string;
  /** The todo's text. */
  readonly todo: string;
}

/**
 * The input of `guardMachine` for one todo, with the defaults filled in: for whoever invokes, spawns
 * or starts the machine directly.
 * @example
 * const input = createGuardedTodo({ session: "s1", todo: "Write tests", maxRetryAttempts: 3 });
 * const actor = createActor(guardMachine, { input });
 */
export function createGuardedTodo(input: GuardedTodoInput): GuardedTodo {
  const { session, todo, ...settings } = parse(inputSchema, input, "guarded todo");
  return guardedTodo(session, todo, settings);
}
