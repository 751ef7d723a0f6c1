import { printable } from "@readback/core/printable";

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Makes an element. Strings become text, never markup, and nothing in them stays invisible. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, printable(value));
  }
  const shown = children.filter((child) => child !== null);
  element.append(...shown.map((child) => (typeof child === "string" ? printable(child) : child)));
  return element;
}

export function button(
  label: string,
  part: string,
  onClick: (() => void) | null,
): HTMLButtonElement {
  const made = h("button", { part: `button ${part}`, type: onClick ? "button" : "submit" }, label);
  if (onClick) made.addEventListener("click", onClick);
  return made;
}

let made = 0;

/** A name for an element that others refer to. */
export function newId(what: string): string {
  made += 1;
  return `${what}-${made}`;
}

/** The element that has the focus, also inside of custom elements. */
export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** Calls back after two frames: what is in the document now is painted by then. */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(callback)));
}
