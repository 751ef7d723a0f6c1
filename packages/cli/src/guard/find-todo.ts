import { Failure } from "../failure.js";
import { candidateRows } from "./draw-todos.js";
import type { Todo } from "./guard-store.js";
import { SHORT_ID, shortIds } from "./short-id.js";

/** The todos of a session, named in full or by its beginning; all of them when none is named. */
export function inSession(todos: readonly Todo[], session: string | undefined): readonly Todo[] {
  if (session === undefined) return todos;
  const exact = todos.filter((todo) => todo.session === session);
  return exact.length > 0 ? exact : todos.filter((todo) => todo.session.startsWith(session));
}

/**
 * The one todo that a person means: by its id or the beginning of it, its text, or a part of its
 * text. Throws {@link Failure} unless it is exactly one.
 */
export function findTodo(todos: readonly Todo[], name: string): Todo {
  const found = matches(todos, name);
  const [only] = found;
  if (only && found.length === 1) return only;
  const ids = shortIds(todos);
  if (found.length > 1) {
    throw new Failure(
      [`${found.length} todos match. Say which one, by its id:`, ...candidateRows(found, ids)].join(
        "\n",
      ),
    );
  }
  throw new Failure("No todo matches. To see them all: readback guard list");
}

function matches(todos: readonly Todo[], name: string): readonly Todo[] {
  const isId = /^[0-9a-f]{4,64}$/i.test(name);
  const byId = isId ? todos.filter((todo) => todo.instance.startsWith(name.toLowerCase())) : [];
  // An id is never mistaken for a text: the agent chooses texts, and could choose one's id.
  if (byId.length === 1 && name.length >= SHORT_ID) return byId;
  const wanted = flat(name);
  const byText = todos.filter(({ todo }) => todo === name || flat(todo) === wanted);
  const exact = [...new Set([...byId, ...byText])];
  if (exact.length > 0 || wanted === "") return exact;
  return todos.filter(({ todo }) => flat(todo).includes(wanted));
}

/** Texts are compared as they are shown: on one line, whatever their case. */
function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
