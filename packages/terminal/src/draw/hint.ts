import { allRows, type DialogState, questionOf, rowsOf } from "../dialog/state.js";
import type { Around } from "./draw-dialog.js";
import type { Look } from "./frame.js";

/** From here on a list is long enough to look for something in it. */
const LONG = 8;

/** What stands in place of the keys while they do nothing. */
export const HELD = "This is another question. Keys count after a short pause.";

/** The keys that do something now, each with what it does. */
export function hintOf(
  state: DialogState,
  { unicode }: Look,
  { escapes = "cancel" }: Around,
): readonly string[] {
  const { type, required } = questionOf(state);
  const isLast = state.index + 1 === state.request.questions.length;
  const back = state.index > 0;
  if (state.mode === "filter") return ["Enter: back to the list", "Esc: show all"];
  if (state.mode === "text") {
    const isOwn = type !== "text";
    return [
      `Enter: ${type === "multi-select" ? "confirm" : isLast ? "send" : "next"}`,
      "Alt+Enter: new line",
      ...(back ? ["Shift+Tab: back"] : []),
      `Esc: ${isOwn ? "back to the list" : escapes}`,
    ];
  }
  const isMultiple = type === "multi-select";
  const count = rowsOf(state).length;
  const isLong = allRows(questionOf(state)).length >= LONG;
  return [
    ...(isMultiple ? ["Space: toggle"] : []),
    `Enter: ${isMultiple ? "confirm" : "select"}`,
    `${unicode ? "↑↓" : "Up/Down"}: navigate`,
    ...(type === "confirm" ? ["y/n"] : state.filter === "" ? [`1-${Math.min(count, 9)}`] : []),
    ...(isLong || state.filter !== "" ? ["/: filter"] : []),
    ...(back ? [`${unicode ? "←" : "Left"}: back`] : []),
    ...(required ? [] : ["Tab: skip"]),
    `Esc: ${state.filter !== "" ? "show all" : escapes}`,
  ];
}
