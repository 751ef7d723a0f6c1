import { h, type VNode } from "preact";
import type { SvgElement } from "../../chart/svg-element.js";

/** A drawing as elements of the page. Text is text. */
export function svgNodes({ tag, attributes, children }: SvgElement): VNode {
  const inner = children.flatMap((child): (VNode | string)[] => {
    if (typeof child === "string") return [child];
    // Lines of text are words of their own, also for who reads them aloud.
    return child.tag === "text" ? [svgNodes(child), " "] : [svgNodes(child)];
  });
  return h(tag, { ...attributes, key: keyOf(attributes) }, inner);
}

/** A line that is lit is another element: Chromium keeps the old colour of one that changes and moves at once. */
function keyOf(attributes: SvgElement["attributes"]): string | undefined {
  const { "data-node": node, "data-edge": edge, class: look } = attributes;
  return edge === undefined ? node : `${edge} ${look}`;
}
