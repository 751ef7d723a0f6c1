import type { TodoStanding } from "@readback/core/host";
import { oneLine } from "@readback/core/printable";
import { Failure } from "../failure.js";
import { printableJson } from "../terminal/json.js";
import { screenOf } from "../terminal/screen.js";
import { cut } from "../terminal/text.js";
import { chosenTodo } from "./chosen-todo.js";
import type { GuardStore, Todo } from "./guard-store.js";
import { historiesOf } from "./history.js";
import { todoJson } from "./json.js";
import type { GuardOptions } from "./options.js";
import { requirePerson } from "./person.js";
import { standingWord } from "./words.js";

/** `readback guard approve <todo>` and `readback guard reset <todo>` */
export function decideTodo(type: "APPROVE" | "RESET", name: string, options: GuardOptions): number {
  requirePerson(type === "APPROVE" ? "guard approve" : "guard reset");
  chosenTodo(name, options, ({ todo, id, store }) => {
    const hasChanged = store.decide(todo.instance, { type });
    const now = store.todos().find(({ instance }) => instance === todo.instance);
    if (!hasChanged && now?.standing !== "approved") throw nothingToDecide(now);
    if (options.json) printJson(now ?? todo, id, store);
    else printText(type, hasChanged, now ?? todo, todo.standing, options);
  });
  return 0;
}

function printText(
  type: "APPROVE" | "RESET",
  hasChanged: boolean,
  todo: Todo,
  before: TodoStanding,
  options: GuardOptions,
): void {
  const { style, width } = screenOf(options["no-color"]);
  const title = type === "RESET" ? "Reset" : hasChanged ? "Approved" : "Approved already";
  const effect =
    type === "RESET"
      ? `It was ${standingWord(before)}; the agent has ${todo.maxRetryAttempts} attempts again.`
      : "It passes the next time the agent marks it completed.";
  console.log(cut(`${style.green(title)}: ${oneLine(todo.todo)}`, width));
  console.log(cut(`Session ${oneLine(todo.session)}`, width));
  console.log(effect);
}

function printJson(todo: Todo, id: string, store: GuardStore): void {
  const moments = historiesOf(store.history()).get(todo.instance) ?? [];
  console.log(printableJson(todoJson(todo, id, moments)));
}

function nothingToDecide(todo: Todo | undefined): Failure {
  return new Failure(
    todo
      ? "It is completed: there is nothing to decide. If it is opened again, a new count starts."
      : "It is no longer under guard: there is nothing to decide.",
  );
}
