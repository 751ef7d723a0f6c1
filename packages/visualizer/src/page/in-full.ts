import { printable } from "@readback/core/printable";
import { type ComponentChild, type ComponentChildren, options } from "preact";

const NAMES = ["title", "aria-label"];

/**
 * From here on every text is shown in full, whatever it comes from: a journal or an app may have words that nobody
 * sees, or that turn round what stands beside them.
 */
export function showTextInFull(): void {
  const others = options.vnode;
  options.vnode = (vnode) => {
    if (typeof vnode.type === "string") {
      const props = vnode.props as { children?: ComponentChildren; [name: string]: unknown };
      if (props.children !== undefined) props.children = inFull(props.children);
      for (const name of NAMES) {
        const text = props[name];
        if (typeof text === "string") props[name] = printable(text);
      }
    }
    others?.(vnode);
  };
}

function inFull(child: ComponentChildren): ComponentChildren {
  if (typeof child === "string") return printable(child);
  return Array.isArray(child) ? child.map((one) => inFull(one) as ComponentChild) : child;
}
