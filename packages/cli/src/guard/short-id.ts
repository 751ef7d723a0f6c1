import type { Todo } from "./guard-store.js";

/** An id of this length or more is always taken as one. */
export const SHORT_ID = 8;

/** As much of an instance's hash as tells it from the others. */
export function shortIds(todos: readonly Todo[]): (todo: Todo) => string {
  const instances = todos.map(({ instance }) => instance);
  let length = SHORT_ID;
  while (length < 64 && new Set(instances.map((one) => one.slice(0, length))).size < todos.length) {
    length += 1;
  }
  return ({ instance }) => instance.slice(0, length);
}
