import { h, newId } from "./dom.js";

/** One option, as the question names it. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
}

interface ChoiceOptions extends Choice {
  readonly type: "radio" | "checkbox";
  readonly name: string;
  readonly isChecked: boolean;
}

/** A row with a radio button or a check box; all of it can be clicked. */
export function createChoice({ value, label, description, type, name, isChecked }: ChoiceOptions) {
  const labelId = newId("label");
  const descriptionId = newId("description");
  const describedBy = description ? [descriptionId] : [];
  const input = h("input", {
    type,
    name,
    "aria-labelledby": labelId,
    "aria-describedby": describedBy[0],
  });
  input.checked = isChecked;
  const texts = h("span", { class: "choice-texts" });
  texts.append(h("span", { part: "choice-label", id: labelId, dir: "auto" }, label));
  if (description) {
    const attributes = {
      class: "description",
      part: "description",
      id: descriptionId,
      dir: "auto",
    };
    texts.append(h("span", attributes, description));
  }
  return {
    value,
    input,
    describedBy,
    root: h("label", { class: "choice", part: "choice" }, input, texts),
  };
}
