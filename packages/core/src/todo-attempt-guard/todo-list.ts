import { InvalidInputError } from "../errors.js";
import { oneLine } from "../printable.js";
import { truncate } from "../text.js";
import { instanceOf } from "./todo-identity.js";

/** A todo, and the instance that guards it. */
export interface NamedTodo {
  readonly todo: string;
  readonly instance: string;
}

/** What a todo in a list can be. */
export const TODO_STATUSES = [
  "pending",
  "in_progress",
  "completed",
  "cancelled",
  "blocked",
] as const;

/** A todo as a list has it. */
interface ListedTodo {
  readonly content: string;
  /** What the todo is known by when its text may change. */
  readonly id?: string | undefined;
}

/** The todos that are named, each once, whatever way its text is written. */
export function namedTodos(session: string, todos: Iterable<ListedTodo>): readonly NamedTodo[] {
  const named = new Map<string, NamedTodo>();
  for (const { content, id } of todos) {
    const instance = instanceOf(session, id ?? content);
    if (!named.has(instance)) named.set(instance, { todo: content, instance });
  }
  return [...named.values()];
}

/**
 * What a list says of its todos. One that stands there twice is completed as soon as one of the two
 * is. A status that nobody knows could hide a completion: it is an error.
 */
export function readList(
  session: string,
  todos: readonly (ListedTodo & { readonly status: string })[],
): { readonly completed: readonly NamedTodo[]; readonly open: readonly NamedTodo[] } {
  for (const [index, { status }] of todos.entries()) {
    if ((TODO_STATUSES as readonly string[]).includes(status)) continue;
    const given = truncate(oneLine(JSON.stringify(status) ?? "none"), 60);
    const problem = `must be one of ${TODO_STATUSES.join(", ")} (given: ${given})`;
    throw new InvalidInputError("todo list", [{ field: `todos[${index}].status`, problem }]);
  }
  const isCompleted = ({ status }: { readonly status: string }) => status === "completed";
  const completed = namedTodos(session, todos.filter(isCompleted));
  const done = new Set(completed.map(({ instance }) => instance));
  const open = namedTodos(session, todos).filter(({ instance }) => !done.has(instance));
  return { completed, open };
}
