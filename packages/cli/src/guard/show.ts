import { printableJson } from "../terminal/json.js";
import { screenOf } from "../terminal/screen.js";
import { chosenTodo } from "./chosen-todo.js";
import { drawTodo } from "./draw-todo.js";
import { historiesOf } from "./history.js";
import { todoJson } from "./json.js";
import type { GuardOptions } from "./options.js";

/** `readback guard show <todo>` */
export function showTodo(name: string, options: GuardOptions): number {
  chosenTodo(name, options, ({ todo, id, store }) => {
    const moments = historiesOf(store.history()).get(todo.instance) ?? [];
    console.log(
      options.json
        ? printableJson(todoJson(todo, id, moments))
        : drawTodo(todo, id, moments, screenOf(options["no-color"])),
    );
  });
  return 0;
}
