import type { AnswerInput } from "@readback/core";
import type { Key, KeyName } from "../tty/keys.js";
import { edit } from "./line.js";
import {
  answersOf,
  type DialogState,
  type Field,
  fieldOf,
  goTo,
  isChosen,
  problemOf,
  questionOf,
  type Row,
  rowsOf,
} from "./state.js";

/** What a key led to, beside another state. */
export type Effect =
  | { readonly type: "answer"; readonly answers: readonly AnswerInput[] }
  /** The person dismissed the question. */
  | { readonly type: "cancel" };

/** What a dialog does with a key. */
export interface Pressed {
  readonly state: DialogState;
  readonly effects: readonly Effect[];
}

/** When a key was pressed, and how long a question rests before a key can decide anything. */
export interface Moment {
  /** In milliseconds. */
  readonly at: number;
  /** In milliseconds. A key that was meant for something else has no effect in this time. */
  readonly rest: number;
}

const PAGE = 5;

/** What a dialog does: the next state, and what is to be done. Pure. */
export function press(state: DialogState, key: Key, moment: Moment): Pressed {
  if (state.mode === "sending") return stay(state);
  if (state.mode === "text") return pressInText(state, key, moment);
  if (state.mode === "filter") return pressInFilter(state, key);
  return pressInList(state, key, moment);
}

/** The answers were not taken: back to the person, with the reason. */
export function refused(state: DialogState, problem: string): DialogState {
  const back = goTo(state, state.index);
  return { ...back, since: state.since, error: problem };
}

function pressInList(state: DialogState, key: Key, moment: Moment): Pressed {
  const { type } = questionOf(state);
  // A paste says nothing about a list.
  if (key.type === "paste") return stay(state);
  if (key.type === "key") {
    const moved = move(state, key.name);
    if (moved) return stay(moved);
    if (!isRested(state, moment)) return early(state, moment);
    return decide(state, key.name);
  }
  if (key.text === "/" && type !== "confirm")
    return stay({ ...state, mode: "filter", caret: state.filter.length });
  if (!isRested(state, moment)) return early(state, moment);
  if (key.text === " ") return toggle(state, rowsOf(state)[state.cursor]);
  const nth = nthFor(state, key.text);
  const row = nth === undefined ? undefined : rowsOf(state)[nth];
  if (nth === undefined || !row) return stay(state);
  const there = { ...state, cursor: nth };
  return type === "multi-select" ? toggle(there, row) : choose(there, row);
}

/** The row that a character stands for: its number, or y and n. */
function nthFor(state: DialogState, text: string): number | undefined {
  if (questionOf(state).type === "confirm") {
    const nth = ["y", "n"].indexOf(text.toLowerCase());
    if (nth >= 0) return nth;
  }
  // Numbers stand beside the rows of the whole list only.
  return /^[1-9]$/.test(text) && state.filter === "" ? Number(text) - 1 : undefined;
}

function move(state: DialogState, name: KeyName): DialogState | undefined {
  const last = rowsOf(state).length - 1;
  const to = (cursor: number) => ({ ...state, cursor: Math.min(Math.max(cursor, 0), last) });
  switch (name) {
    case "up":
      return to(state.cursor === 0 ? last : state.cursor - 1);
    case "down":
      return to(state.cursor >= last ? 0 : state.cursor + 1);
    case "home":
      return to(0);
    case "end":
      return to(last);
    case "pageup":
      return to(state.cursor - PAGE);
    case "pagedown":
      return to(state.cursor + PAGE);
    case "left":
    case "backtab":
      return back(state);
    default:
      return undefined;
  }
}

function decide(state: DialogState, name: KeyName): Pressed {
  if (name === "escape") {
    if (state.filter !== "") return stay({ ...state, filter: "", cursor: 0 });
    return { state, effects: [{ type: "cancel" }] };
  }
  if (name === "tab") return skip(state);
  if (name !== "enter") return stay(state);
  if (questionOf(state).type === "multi-select") return goOn(state);
  const row = rowsOf(state)[state.cursor];
  return row ? choose(state, row) : stay(state);
}

/** Enter on a row of a single choice: chosen, and on to the next question. */
function choose(state: DialogState, { value }: Row): Pressed {
  if (value === null) return write(withField(state, { chosen: [], own: true }));
  return goOn(withField(state, { chosen: [value], own: false }));
}

/** Space: marks a row, or takes the mark away. */
function toggle(state: DialogState, row: Row | undefined): Pressed {
  if (!row) return stay(state);
  const { value } = row;
  if (questionOf(state).type !== "multi-select") {
    if (value === null) return write(withField(state, { chosen: [], own: true }));
    return stay(withField(state, { chosen: [value], own: false }));
  }
  if (value === null) {
    const own = !fieldOf(state).own;
    const marked = withField(state, { own });
    return own && fieldOf(state).text.trim() === "" ? write(marked) : stay(marked);
  }
  const { chosen } = fieldOf(state);
  const rest = chosen.filter((label) => label !== value);
  return stay(withField(state, { chosen: isChosen(state, row) ? rest : [...rest, value] }));
}

function pressInText(state: DialogState, key: Key, moment: Moment): Pressed {
  const isOwn = questionOf(state).type !== "text";
  const { text } = fieldOf(state);
  if (key.type === "key") {
    if (key.name === "backtab") return stay(back(state));
    if (key.name === "escape") {
      if (isOwn) return stay(toList(state));
      if (!isRested(state, moment)) return early(state, moment);
      return { state, effects: [{ type: "cancel" }] };
    }
    if (key.name === "enter") {
      if (!isRested(state, moment)) return early(state, moment);
      const problem = problemOf(state);
      if (problem !== null) return stay({ ...state, error: problem });
      // Of several, the own answer is one: the person confirms them all in the list.
      return questionOf(state).type === "multi-select" ? stay(toList(state)) : goOn(state);
    }
  }
  const line = edit({ text, caret: state.caret }, key);
  return stay({ ...withField(state, { text: line.text }), caret: line.caret });
}

function pressInFilter(state: DialogState, key: Key): Pressed {
  if (key.type === "key") {
    const moved = key.name === "up" || key.name === "down" ? move(state, key.name) : undefined;
    if (moved) return stay(moved);
    if (key.name === "enter") return stay({ ...state, mode: "list" });
    if (key.name === "escape") return stay({ ...state, mode: "list", filter: "", cursor: 0 });
  }
  const { text, caret } = edit({ text: state.filter, caret: state.caret }, key);
  if (text === state.filter) return stay({ ...state, caret });
  const filter = text.replace(/\s+/g, " ");
  return stay({ ...state, filter, caret: Math.min(caret, filter.length), cursor: 0 });
}

/** Opens the line for the person's own answer. */
function write(state: DialogState): Pressed {
  return stay({ ...state, mode: "text", caret: fieldOf(state).text.length, error: null });
}

/** Back from the line to the list; your own answer without words is none. */
function toList(state: DialogState): DialogState {
  const { own, text } = fieldOf(state);
  const kept = withField(state, { own: own && text.trim() !== "" });
  return { ...kept, mode: "list", error: null };
}

/** Leaves an optional question open. What was written for it stays, for whoever comes back to it. */
function skip(state: DialogState): Pressed {
  if (questionOf(state).required) return stay(state);
  return goOn(withField(state, { chosen: [], own: false }));
}

function back(state: DialogState): DialogState {
  return state.index === 0 ? state : goTo(state, state.index - 1);
}

/** On to the next question; after the last one the answers are sent. */
function goOn(state: DialogState): Pressed {
  const problem = problemOf(state);
  if (problem !== null) return stay({ ...state, error: problem });
  if (state.index + 1 < state.request.questions.length) return stay(goTo(state, state.index + 1));
  const answers = answersOf(state);
  return {
    state: { ...state, mode: "sending", error: null },
    effects: [{ type: "answer", answers }],
  };
}

function withField(state: DialogState, change: Partial<Field>): DialogState {
  const fields = state.fields.map((field, nth) =>
    nth === state.index ? { ...field, ...change } : field,
  );
  return { ...state, fields, error: null };
}

function isRested({ since }: DialogState, { at, rest }: Moment): boolean {
  return since !== null && at - since >= rest;
}

/** A key that came too early: it may be held down, or be typed ahead, and so may the next one. */
function early(state: DialogState, { at }: Moment): Pressed {
  return stay(state.since === null ? state : { ...state, since: at });
}

function stay(state: DialogState): Pressed {
  return { state, effects: [] };
}
