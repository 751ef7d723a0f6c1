import { oneLine } from "@readback/core/printable";
import { Failure } from "../failure.js";
import { printableJson } from "../terminal/json.js";
import { screenOf } from "../terminal/screen.js";
import { printable } from "../terminal/text.js";
import { drawTodos } from "./draw-todos.js";
import { nothingYet } from "./empty.js";
import { inSession } from "./find-todo.js";
import { withGuardStore } from "./guard-store.js";
import { historiesOf } from "./history.js";
import { todoJson } from "./json.js";
import { type GuardOptions, stateOf } from "./options.js";
import { shortIds } from "./short-id.js";

/** `readback guard list` */
export function listTodos(options: GuardOptions): number {
  const state = stateOf(options);
  const found = withGuardStore(state, (store) => {
    const all = store.todos();
    const todos = inSession(all, options.session);
    const histories = options.json ? historiesOf(store.history()) : new Map();
    const hasSeenClaims = all.length > 0 || store.hasSeenClaims();
    return { all, todos, histories, hasSeenClaims };
  });
  const { all = [], todos = [], histories, hasSeenClaims = false } = found ?? {};
  if (options.json) {
    const ids = shortIds(all);
    const list = todos.map((todo) =>
      todoJson(todo, ids(todo), histories?.get(todo.instance) ?? []),
    );
    console.log(printableJson(list));
  } else if (todos.length > 0) {
    console.log(drawTodos(todos, Date.now(), screenOf(options["no-color"])));
  } else if (all.length > 0) {
    const sessions = [...new Set(all.map(({ session }) => `  ${oneLine(session)}`))];
    throw new Failure(["No todo is of that session. There are:", ...sessions].join("\n"));
  } else console.log(nothingYet(printable(state), hasSeenClaims));
  return 0;
}
