import type { Question } from "@readback/core";
import { type Choice, createChoice } from "./choice.js";
import { button, h, newId } from "./dom.js";
import type { Field, FieldOptions } from "./field.js";
import type { Labels } from "./labels.js";
import { createProblemLine } from "./problem-line.js";
import { createTextArea } from "./text-area.js";

/** A question whose answer a person chooses: one (`select`, `confirm`) or several. */
export function createChoiceField({ question, draft, labels, onChange }: FieldOptions): Field {
  const type = question.type === "multi-select" ? "checkbox" : "radio";
  const name = newId("choice");
  const { line, show } = createProblemLine();
  const choices = choicesOf(question, labels).map((choice) =>
    createChoice({ ...choice, type, name, isChecked: draft.values.includes(choice.value) }),
  );
  const own = question.custom
    ? createChoice({
        value: "",
        label: ownLabel(question, labels),
        type,
        name,
        isChecked: draft.custom !== null,
      })
    : undefined;
  const ownText = createTextArea(
    { rows: "1", "aria-label": labels.ownAnswerText, placeholder: question.placeholder },
    draft.custom ?? "",
    changed,
  );
  const all = own ? [...choices, own] : choices;
  const inputs = all.map(({ input }) => input);

  const clear = button(labels.clear, "clear", () => {
    for (const input of inputs) input.checked = false;
    changed();
    text.focus();
  });
  // The group is named by the question, and the focus can rest on it without choosing anything.
  const text = h(
    "legend",
    { class: "question", part: "question", tabindex: "-1" },
    question.question,
    question.required ? "" : h("span", { class: "optional", part: "optional" }, labels.optional),
  );
  const root = h(
    "fieldset",
    { class: "field", dir: "auto", ...(type === "radio" ? { role: "radiogroup" } : {}) },
    text,
    h("div", { class: question.type === "confirm" ? "choices two" : "choices", part: "choices" }),
    line,
  );
  root.children[1]?.append(...all.map((choice) => choice.root), own ? ownText.input : "");
  if (type === "radio") root.setAttribute("aria-required", String(question.required));
  if (!question.required && type === "radio") root.append(clear);

  function changed(): void {
    setProblem(null);
    draw();
    onChange();
  }

  function draw(): void {
    ownText.input.hidden = own?.input.checked !== true;
    ownText.grow();
    clear.hidden = !inputs.some((input) => input.checked);
  }

  function setProblem(problem: string | null): void {
    if (type === "radio") show(problem, [root], []);
    else for (const { input, describedBy } of all) show(problem, [input], describedBy);
    show(problem, [ownText.input], []);
  }

  root.addEventListener("change", (event) => {
    changed();
    if (event.target === own?.input && own?.input.checked) ownText.input.focus();
  });
  draw();

  return {
    root,
    text,
    focus: () => text.focus(),
    read: () => ({
      values: choices.filter(({ input }) => input.checked).map(({ value }) => value),
      custom: own?.input.checked ? ownText.input.value : null,
    }),
    setProblem,
    setEnabled(isEnabled) {
      for (const input of inputs) input.disabled = !isEnabled;
      ownText.input.readOnly = !isEnabled;
      clear.disabled = !isEnabled;
    },
    shown: ownText.grow,
  };
}

function choicesOf({ type, options }: Question, labels: Labels): readonly Choice[] {
  if (type !== "confirm") return options.map((option) => ({ ...option, value: option.label }));
  return [
    { value: "yes", label: labels.yes },
    { value: "no", label: labels.no },
  ];
}

function ownLabel({ options }: Question, labels: Labels): string {
  const other = labels.other.toLowerCase();
  const isTaken = options.some(({ label }) => label.trim().toLowerCase() === other);
  return isTaken ? labels.ownAnswer : labels.other;
}
