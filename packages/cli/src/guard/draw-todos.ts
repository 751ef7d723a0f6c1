import { oneLine } from "@readback/core/printable";
import type { Screen } from "../terminal/screen.js";
import { cut, padEnd, widthOf } from "../terminal/text.js";
import type { Todo } from "./guard-store.js";
import { shortIds } from "./short-id.js";
import { ago, attempts, paintStanding, standingWord } from "./words.js";

const MARGIN = "  ";

/** The todos, by session. `next`: what to do about them, where it is not what the commands of this machine do. */
export function drawTodos(
  todos: readonly Todo[],
  now: number,
  screen: Screen,
  next?: string,
): string {
  const { style, width } = screen;
  const ids = shortIds(todos);
  const rows = todos.map((todo) => ({
    todo,
    cells: [ids(todo), standingWord(todo.standing), attempts(todo), ago(todo.movedAt, now)],
  }));
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((widest, { cells }) => Math.max(widest, widthOf(cells[column] ?? "")), 0),
  );
  const lines = [...bySession(rows)].flatMap(([session, own]) => [
    style.bold(cut(`Session ${oneLine(session)}`, width)),
    ...own.map(({ todo, cells: words }) => {
      const cells = words.map((cell, at) => padEnd(cell, widths[at] ?? 0));
      const [id = "", state = "", count = "", when = ""] = cells;
      const start = `${MARGIN}${id}  ${paintStanding(todo.standing, style)(state)}  ${count}  ${style.dim(when)}  `;
      return start + cut(oneLine(todo.todo), Math.max(20, width - widthOf(start)));
    }),
    "",
  ]);
  const waiting = todos.filter(({ mayAct }) => mayAct === "person").length;
  const advice =
    waiting === 0
      ? style.dim("More about one: readback guard show <id>")
      : `${waiting === 1 ? "1 todo waits" : `${waiting} todos wait`} for you: readback guard show <id>, approve <id> or reset <id>`;
  return [...lines, next === undefined ? advice : style.dim(next)].join("\n");
}

function bySession<T extends { readonly todo: Todo }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const sessions = new Map<string, T[]>();
  for (const row of rows) {
    const { session } = row.todo;
    const own = sessions.get(session);
    if (own) own.push(row);
    else sessions.set(session, [row]);
  }
  return sessions;
}

/** Todos to choose from, in an error message. */
export function candidateRows(
  todos: readonly Todo[],
  ids: (todo: Todo) => string,
): readonly string[] {
  return todos.map((todo) => {
    const start = `${MARGIN}${ids(todo)}  ${cut(oneLine(todo.todo), 40)}  `;
    return start + cut(`(session ${oneLine(todo.session)})`, Math.max(20, 79 - widthOf(start)));
  });
}
