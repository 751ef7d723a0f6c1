import { h } from "./dom.js";

/** A text area as high as its text. */
export interface TextArea {
  readonly input: HTMLTextAreaElement;
  grow(): void;
}

export function createTextArea(
  attributes: Readonly<Record<string, string | undefined>>,
  value: string,
  onChange: () => void,
): TextArea {
  const input = h("textarea", { part: "input", dir: "auto", ...attributes });
  input.value = value;
  const grow = () => {
    input.style.height = "auto";
    // 0 while it is hidden.
    if (input.scrollHeight > 0) {
      input.style.height = `${input.scrollHeight + input.offsetHeight - input.clientHeight}px`;
    }
  };
  input.addEventListener("input", () => {
    grow();
    onChange();
  });
  return { input, grow };
}
