import type { Question } from "@readback/core";
import { createChoiceField } from "./choice-field.js";
import type { Draft } from "./draft.js";
import type { Labels } from "./labels.js";
import { createTextField } from "./text-field.js";

/** One question on screen. */
export interface Field {
  readonly root: HTMLElement;
  /** The question itself: what a person must see. */
  readonly text: HTMLElement;
  /** Where a person goes on: a text field, or the question above the choices. */
  focus(): void;
  read(): Draft;
  /** Shows what is wrong next to the field, or (`null`) that nothing is. */
  setProblem(problem: string | null): void;
  setEnabled(isEnabled: boolean): void;
  /** To call when it has come into view: heights can be measured only then. */
  shown(): void;
}

export interface FieldOptions {
  readonly question: Question;
  readonly draft: Draft;
  readonly labels: Labels;
  readonly onChange: () => void;
}

export function createField(options: FieldOptions): Field {
  return options.question.type === "text" ? createTextField(options) : createChoiceField(options);
}
