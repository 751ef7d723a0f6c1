import { hasLists, mustBe } from "./must-be.js";

/** An element of a drawing, without a DOM. */
export interface SvgElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (SvgElement | string)[];
}

export function element(
  tag: string,
  attributes: SvgElement["attributes"],
  children: SvgElement["children"] = [],
): SvgElement {
  return { tag, attributes, children };
}

/** An element as text, whatever is in its names. */
export function svgText(drawn: SvgElement): string {
  const isOne = hasLists(drawn, "children") && typeof drawn.attributes === "object";
  mustBe(isOne, "an element of a drawing: give what drawingOf makes");
  const { tag, attributes, children } = drawn;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const open = `<${tag}${given.join("")}`;
  if (children.length === 0) return `${open}/>`;
  const hasText = children.some((child) => typeof child === "string") || tag === "text";
  const inner = children.map((child) =>
    typeof child === "string" ? escaped(child) : svgText(child),
  );
  return hasText
    ? `${open}>${inner.join("")}</${tag}>`
    : `${open}>\n${inner.join("\n")}\n</${tag}>`;
}

// XML has no place for control characters and halves of letters, not even escaped.
const UNPRINTABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text as XML has it. */
const escaped = (text: string) =>
  text.replace(UNPRINTABLE, "\u{fffd}").replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
