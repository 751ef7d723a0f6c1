import type { Cue } from "../../stage.js";

/** How often to look at the page, in milliseconds. */
const LOOK = 50;

/**
 * A person made of clicks: does on the page what a real one would, through the same controls, and
 * only with what is shown.
 */
export function createScriptedPerson(element: HTMLElement) {
  const person = { cue: null as Cue | null };
  setInterval(() => {
    const { cue } = person;
    const card = element.shadowRoot?.querySelector("article[data-phase=open]");
    if (!cue || !card?.checkVisibility()) return;
    if ("choose" in cue) choose(card, cue.choose);
    else write(card, cue.write);
    card.querySelector<HTMLButtonElement>("button[part~=send]")?.click();
  }, LOOK);
  return person;
}

function choose(card: Element, value: string): void {
  const labels = [...card.querySelectorAll("label")];
  const isIt = (text: string) => text.trim().toLowerCase().startsWith(value.toLowerCase());
  const found = labels.find((one) => isIt(one.textContent ?? ""));
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
