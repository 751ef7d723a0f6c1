import type { AnswerInput, Question, QuestionRequest } from "@readback/core";
import { printable } from "@readback/core/printable";
import { OTHER_OPTION_LABEL } from "@readback/core/tools";

/** What a person has entered for one question. */
export interface Field {
  /** Chosen labels; `yes` or `no` of a `confirm`. */
  readonly chosen: readonly string[];
  /** Whether the person's own answer counts. */
  readonly own: boolean;
  /** The own answer, or the answer to a `text` question. */
  readonly text: string;
}

/** Everything a person has entered for one ask, to go on with later. */
export interface Draft {
  readonly index: number;
  readonly fields: Readonly<Record<string, Field>>;
}

/**
 * Where a dialog stands. `list`: the person chooses. `text`: the person writes. `filter`: the person
 * writes what to look for in a long list. `sending`: the answers are handed over.
 */
type Mode = "list" | "text" | "filter" | "sending";

/** The state of one dialog. */
export interface DialogState {
  readonly request: QuestionRequest;
  /** Which question is shown. */
  readonly index: number;
  readonly mode: Mode;
  /** In the order of the questions. */
  readonly fields: readonly Field[];
  /** The row of the list that the keys are about. */
  readonly cursor: number;
  /** Where the next character goes in the text that is being written. */
  readonly caret: number;
  /** What the list is narrowed to. */
  readonly filter: string;
  readonly error: string | null;
  /** Whether what the person entered earlier was brought back. */
  readonly isResumed: boolean;
  /** Since when this question can be seen, in milliseconds; `null`: it cannot yet. */
  readonly since: number | null;
}

/** One row of a list. */
export interface Row {
  /** What is chosen with it; `null`: the person's own answer. */
  readonly value: string | null;
  readonly label: string;
  readonly description: string;
}

const EMPTY: Field = { chosen: [], own: false, text: "" };
const YES_NO: readonly Row[] = [
  { value: "yes", label: "Yes", description: "" },
  { value: "no", label: "No", description: "" },
];

/** A dialog as it opens; with what was entered earlier, if anything was. */
export function openDialog(request: QuestionRequest, draft?: Draft): DialogState {
  const fields = request.questions.map((question) => {
    const kept = draft && Object.hasOwn(draft.fields, question.id) && draft.fields[question.id];
    return kept ? restored(question, kept) : prefilled(question);
  });
  const index = Math.min(draft?.index ?? 0, request.questions.length - 1);
  return goTo({ ...BLANK, request, fields, isResumed: draft !== undefined }, index);
}

const BLANK = { mode: "list", cursor: 0, caret: 0, filter: "", error: null, since: null } as const;

/** Shows another question of the same dialog. */
export function goTo(
  state: Pick<DialogState, "request" | "fields" | "isResumed">,
  index: number,
): DialogState {
  const { request, fields, isResumed } = state;
  const next: DialogState = { ...BLANK, request, fields, isResumed, index };
  const isText = questionOf(next).type === "text";
  return {
    ...next,
    mode: isText ? "text" : "list",
    caret: isText ? fieldOf(next).text.length : 0,
    cursor: Math.max(
      0,
      rowsOf(next).findIndex((row) => isChosen(next, row)),
    ),
  };
}

/** What to go on with later; `undefined` when the person has entered nothing. */
export function draftOf({ request, index, fields }: DialogState): Draft | undefined {
  const entries = request.questions.map(({ id }, nth) => [id, fields[nth] ?? EMPTY] as const);
  const isUntouched = request.questions.every((question, nth) =>
    isSame(fields[nth] ?? EMPTY, prefilled(question)),
  );
  return isUntouched ? undefined : { index, fields: Object.fromEntries(entries) };
}

/** Whether two states of a dialog have the same draft. */
export function hasSameDraft(one: DialogState, other: DialogState): boolean {
  return (
    one.index === other.index &&
    one.fields.every((field, nth) => isSame(field, other.fields[nth] ?? EMPTY))
  );
}

export function questionOf({ request, index }: DialogState): Question {
  const question = request.questions[index];
  if (!question) throw new RangeError(`There is no question ${index}`);
  return question;
}

export function fieldOf({ fields, index }: DialogState): Field {
  return fields[index] ?? EMPTY;
}

/** The rows that can be chosen now, the filter applied. */
export function rowsOf(state: DialogState): readonly Row[] {
  const rows = allRows(questionOf(state));
  const wanted = folded(state.filter);
  if (wanted === "") return rows;
  return rows.filter(
    ({ value, label, description }) =>
      value === null || folded(label).includes(wanted) || folded(description).includes(wanted),
  );
}

/** Every row of a question; a `text` question has none. */
export function allRows({ type, options, custom }: Question): readonly Row[] {
  if (type === "text") return [];
  if (type === "confirm") return YES_NO;
  const rows = options.map(({ label, description = "" }) => ({ value: label, label, description }));
  if (!custom) return rows;
  // An agent's own option of that name stays apart from the person's own answer.
  const isTaken = options.some(({ label }) => folded(label) === folded(OTHER_OPTION_LABEL));
  const label = isTaken ? "Your own answer" : OTHER_OPTION_LABEL;
  return [...rows, { value: null, label, description: "Provide your own answer" }];
}

export function isChosen(state: DialogState, { value }: Row): boolean {
  const { chosen, own } = fieldOf(state);
  return value === null ? own : chosen.includes(value);
}

/** What is entered, as the answers to send. */
export function answersOf({ request, fields }: DialogState): readonly AnswerInput[] {
  return request.questions.map(({ id, type }, nth): AnswerInput => {
    const { chosen, own, text } = fields[nth] ?? EMPTY;
    if (type === "text") return { id, values: text.trim() === "" ? [] : [text], custom: null };
    return { id, values: [...chosen], custom: own && text.trim() !== "" ? text : null };
  });
}

/** What is wrong with the answer to the question that is shown, or `null`. */
export function problemOf(state: DialogState): string | null {
  const { type, required } = questionOf(state);
  const { chosen, own, text } = fieldOf(state);
  const isBlank = text.trim() === "";
  if (type === "text") return required && isBlank ? "Type an answer" : null;
  if (own && isBlank) return "Other selected but no text entered";
  return required && !own && chosen.length === 0 ? "Select at least one option" : null;
}

function prefilled({ type, initial }: Question): Field {
  const { values = [], custom = null } = initial ?? {};
  // A text that the person may send unchanged: what it hides would be sent unseen.
  if (type === "text") return { ...EMPTY, text: printable(values[0] ?? "") };
  return { chosen: values, own: custom !== null, text: custom === null ? "" : printable(custom) };
}

/** What was entered earlier, as far as the question allows it. */
function restored(question: Question, { chosen, own, text }: Field): Field {
  const values = allRows(question).map(({ value }) => value);
  return {
    chosen: chosen.filter((label) => values.includes(label)),
    own: own && values.includes(null),
    text,
  };
}

function isSame(one: Field, other: Field): boolean {
  return (
    one.own === other.own &&
    one.text === other.text &&
    one.chosen.length === other.chosen.length &&
    one.chosen.every((value) => other.chosen.includes(value))
  );
}

function folded(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}
