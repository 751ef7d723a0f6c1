import { useEffect } from "preact/hooks";
import type { App } from "./app.js";

/** Every key of the page, for `?`. What needs an instance is registered by it. */
export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["← →", "one entry back or on"],
  ["Shift ← →", "ten entries back or on"],
  ["Home End", "the first entry; the end, and along with it"],
  ["Space", "play or pause"],
  ["J K", "the next or the previous instance of the list"],
  ["/", "search"],
  ["1 … 5", "why, entries, what if, compare, proof"],
  ["F V", "the whole chart; follow where it is"],
  ["+ −", "zoom the chart; drag or scroll to move it"],
  ["C", "copy a link to this moment"],
  ["O", "overview"],
  ["G", "ledger"],
  ["?", "this list"],
  ["Esc", "close, or choose nothing"],
];

/** What each key does now; those that were registered last come first. */
const handlers: ((key: string, event: KeyboardEvent) => boolean)[] = [];

/** Takes keys as long as a component is there; `take` says whether it used one. */
export function useKeyHandler(take: (key: string, event: KeyboardEvent) => boolean): void {
  useEffect(() => {
    handlers.unshift(take);
    return () => {
      handlers.splice(handlers.indexOf(take), 1);
    };
  }, [take]);
}

/** The keys of the whole page. */
export function useKeys(app: App): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event)) return;
      const isUsed = handlers.some((take) => take(event.key, event)) || general(app, event.key);
      if (isUsed) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [app]);
}

function general({ go, isHelpOpen, isListOpen }: App, key: string): boolean {
  switch (key) {
    case "?":
      isHelpOpen.value = true;
      return true;
    case "o":
      go({ view: "overview" });
      return true;
    case "g":
      go({ view: "ledger" });
      return true;
    case "/":
      isListOpen.value = true;
      // At once, or what is typed next would be taken for keys of the page; later where the list has to open first.
      if (!focusSearch()) requestAnimationFrame(focusSearch);
      return true;
    default:
      return false;
  }
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>("#search");
  search?.focus();
  return search !== null && document.activeElement === search;
}

/** Keys belong to what is being written, and to what takes them itself. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  // One that was just closed may still have the focus for a moment.
  if (target.closest("dialog[open]")) return true;
  if (target.matches("input:not([type=range]), textarea, select")) return true;
  const isPressable = target.closest("button, a, summary, [role=button], [role=tab]") !== null;
  return isPressable && (key === " " || key === "Enter");
}
