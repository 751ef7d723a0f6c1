import { oneLine } from "@readback/core/printable";
import type { Screen } from "../terminal/screen.js";
import { cut, padEnd, widthOf } from "../terminal/text.js";
import type { Todo } from "./guard-store.js";
import { shortIds } from "./short-id.js";
import { ago, attempts, paintStanding, standingWord } from "./words.js";

const MARGIN = "  ";

/** The todos, by session. */
export function drawTodos(todos: readonly Todo[], now: number, screen: Screen): string {
  const { style, width } = screen;
  const ids = shortIds(todos);
  const rows = todos.map((todo) => [
    ids(todo),
    standingWord(todo.standing),
    attempts(todo),
    ago(todo.movedAt, now),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  const lines = [...bySession(todos)].flatMap(([session, own]) => [
    style.bold(cut(`Session ${oneLine(session)}`, width)),
    ...own.map((todo) => {
      const cells = (rows[todos.indexOf(todo)] ?? []).map((cell, at) =>
        padEnd(cell, widths[at] ?? 0),
      );
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
  return [...lines, advice].join("\n");
}

function bySession(todos: readonly Todo[]): ReadonlyMap<string, readonly Todo[]> {
  const sessions = new Map<string, Todo[]>();
  for (const todo of todos)
    sessions.set(todo.session, [...(sessions.get(todo.session) ?? []), todo]);
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
