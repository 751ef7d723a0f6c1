import type { AnswerInput, Question } from "@readback/core";
import { printable } from "@readback/core/printable";
import type { Labels } from "./labels.js";

/** What a person has entered so far for one question. */
export interface Draft {
  /** Chosen labels; the typed text; `yes` or `no`. */
  readonly values: readonly string[];
  /** The own answer; `null` while "Other" is not chosen. */
  readonly custom: string | null;
}

/** The entries of one ask by question id. */
export type Drafts = Readonly<Record<string, Draft>>;

/** What a question starts with: nothing, or what the agent has filled in. */
export function initialDraft({ type, initial }: Question): Draft {
  const { values = [], custom = null } = initial ?? {};
  return {
    // A text the person may send unchanged: what it hides would be sent unseen. A label is only shown.
    values: type === "text" ? values.map(printable) : values,
    custom: custom === null ? null : printable(custom),
  };
}

export function sameDraft(one: Draft, other: Draft): boolean {
  return (
    one.custom === other.custom &&
    one.values.length === other.values.length &&
    one.values.every((value, index) => value === other.values[index])
  );
}

/** The entry as an answer. What core thinks of it is core's business. */
export function answerOf({ id }: Question, { values, custom }: Draft): AnswerInput {
  return { id, values: [...values], custom: custom?.trim() ? custom : null };
}

/** What the person can be told before anything is sent: only what an empty field shows. */
export function problemOf(question: Question, draft: Draft): keyof Labels["problems"] | undefined {
  const { type, required } = question;
  if (draft.custom !== null && draft.custom.trim() === "") return "own";
  const isEmpty = draft.custom === null && draft.values.every((value) => value.trim() === "");
  if (!isEmpty || !required) return undefined;
  return type === "text" ? "text" : type === "multi-select" ? "chooseSome" : "choose";
}

/** The entry in one line, as shown once it is sent, or copied. */
export function textOf({ type }: Question, { values, custom }: Draft, labels: Labels): string {
  const shown =
    type === "confirm"
      ? values.map((value) => (value === "yes" ? labels.yes : labels.no))
      : values.filter((value) => value.trim() !== "");
  return [...shown, ...(custom?.trim() ? [custom] : [])].join(", ");
}
