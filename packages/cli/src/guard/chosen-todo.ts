import { Failure } from "../failure.js";
import { printable } from "../terminal/text.js";
import { nothingYet } from "./empty.js";
import { findTodo, inSession } from "./find-todo.js";
import { type GuardStore, type Todo, withGuardStore } from "./guard-store.js";
import { type GuardOptions, stateOf } from "./options.js";
import { shortIds } from "./short-id.js";

/** Finds the todo that a person named, and lets something be done with it. */
export function chosenTodo(
  name: string,
  options: GuardOptions,
  use: (chosen: { readonly todo: Todo; readonly id: string; readonly store: GuardStore }) => void,
): void {
  const state = stateOf(options);
  const isDone = withGuardStore(state, (store) => {
    const todos = store.todos();
    if (todos.length === 0) throw new Failure(nothingYet(printable(state), store.hasSeenClaims()));
    const todo = findTodo(inSession(todos, options.session), name);
    use({ todo, id: shortIds(todos)(todo), store });
    return true;
  });
  if (!isDone) throw new Failure(nothingYet(printable(state), false));
}
