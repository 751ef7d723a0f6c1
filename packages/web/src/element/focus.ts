import { focused } from "./dom.js";

/**
 * Whether a new question may take the focus: nobody has it, or a button of the element itself. Never
 * from another part of the app, and never from a field in which a person may be typing.
 */
export function mayTakeFocus(own: ShadowRoot): boolean {
  // In a frame, the focus may be in the page around it.
  if (window !== window.parent && !document.hasFocus()) return false;
  const active = focused();
  if (active === null || active === document.body || active === document.documentElement) {
    return true;
  }
  return own.contains(active) && !isTextField(active);
}

/** Moves a node without taking the focus, and the place of the caret, from a field inside of it. */
export function moveFirst(parent: HTMLElement, child: HTMLElement): void {
  if (parent.firstElementChild === child) return;
  const active = focused();
  const isInside = active instanceof HTMLElement && child.contains(active);
  const caret = isInside && isTextField(active) ? [active.selectionStart, active.selectionEnd] : [];
  parent.prepend(child);
  if (!isInside) return;
  active.focus({ preventScroll: true });
  const [start, end] = caret;
  if (isTextField(active) && start != null && end != null) active.setSelectionRange(start, end);
}

function isTextField(element: Element): element is HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement;
}
