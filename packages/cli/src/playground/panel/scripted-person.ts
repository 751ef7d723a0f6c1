import type { Scripted } from "../panel-state.js";

/** How often to look at the page, in milliseconds. */
const LOOK = 100;

/**
 * A person made of clicks: does on the page what a real one would, through the same controls, and
 * only with what is shown.
 */
export function createScriptedPerson(element: HTMLElement) {
  let wish: Scripted | null = null;
  setInterval(act, LOOK);

  function act(): void {
    const card = element.shadowRoot?.querySelector("article[data-phase=open]");
    if (!wish || !card?.checkVisibility()) return;
    if ("choose" in wish) choose(card, wish.choose);
    else write(card, wish.write);
    card.querySelector<HTMLButtonElement>("button[part~=send]")?.click();
  }

  return {
    set wish(next: Scripted | null) {
      wish = next;
    },
  };
}

function choose(card: Element, label: string): void {
  const labels = [...card.querySelectorAll("label")];
  const found = labels.find((one) => one.textContent?.trim().startsWith(label));
  found?.querySelector("input")?.click();
}

function write(card: Element, text: string): void {
  const inputs = [...card.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  const own = inputs.at(-1);
  if (!own?.checked) own?.click();
  const field = card.querySelector("textarea");
  if (!field || field.value === text) return;
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
}
