import { h, newId } from "./dom.js";
import type { Field, FieldOptions } from "./field.js";
import { createProblemLine } from "./problem-line.js";
import { createTextArea } from "./text-area.js";

/** A question to which a person writes the answer. */
export function createTextField({ question, draft, labels, onChange }: FieldOptions): Field {
  const id = newId("text");
  const { line, show } = createProblemLine();
  const text = h(
    "label",
    { class: "question", part: "question", for: id },
    question.question,
    question.required ? "" : h("span", { class: "optional", part: "optional" }, labels.optional),
  );
  const value = draft.values[0] ?? draft.custom ?? "";
  const { input, grow } = createTextArea(
    {
      id,
      rows: "3",
      placeholder: question.placeholder,
      "aria-required": String(question.required),
    },
    value,
    () => {
      show(null, [input], []);
      onChange();
    },
  );
  return {
    root: h("div", { class: "field", dir: "auto" }, text, input, line),
    text,
    focus: () => input.focus(),
    read: () => ({ values: input.value === "" ? [] : [input.value], custom: null }),
    setProblem: (problem) => show(problem, [input], []),
    setEnabled: (isEnabled) => {
      input.readOnly = !isEnabled;
    },
    shown: grow,
  };
}
