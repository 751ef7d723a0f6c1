import type { Trouble } from "../../stage.js";
import type { PanelState, PanelWish } from "../panel-state.js";
import { h } from "./dom.js";
import { createLog } from "./log.js";
import { createScriptedPerson } from "./scripted-person.js";

// The panel around the questions: which machine to play, two things that go wrong, and what happens.

const LABELS: Readonly<Record<Trouble, readonly [label: string, hint: string]>> = {
  hidden: ["The screen stays blank", "Questions arrive and are not shown, as in a crashed window."],
  away: ["The person is away", "Questions are shown, and nobody answers."],
};

const root = document.querySelector("#panel");
const element = document.querySelector<HTMLElement>("readback-questions");
if (!root || !element) throw new Error("The page has no place for the panel");

const person = createScriptedPerson(element);
const log = createLog();
const machines = h("ul", { class: "machines" });
const stop = h("button", { type: "button", class: "stop" }, "Stop");
stop.addEventListener("click", () => say({ type: "stop" }));
const look = h("button", { type: "button" }, "See the machines");
look.addEventListener("click", () => say({ type: "look" }));
const inputs = new Map<Trouble, HTMLInputElement>();
/** What a person has just switched, until the demo says so too: states sent before that are old. */
const wanted = new Map<Trouble, boolean>();
const switches = h("fieldset", { class: "switches" }, h("legend", {}, "What goes wrong"));
for (const [name, [label, hint]] of Object.entries(LABELS) as [Trouble, [string, string]][]) {
  const input = h("input", { type: "checkbox", role: "switch" });
  input.addEventListener("change", () => {
    wanted.set(name, input.checked);
    say({ type: "switch", name, on: input.checked });
  });
  inputs.set(name, input);
  switches.append(h("label", {}, input, h("span", {}, label, h("small", {}, hint))));
}
root.append(
  machines,
  switches,
  h(
    "section",
    { class: "happens" },
    h("div", { class: "head" }, h("h2", {}, "What happens"), h("div", {}, stop, " ", look)),
    log.root,
  ),
);

function say(wish: PanelWish): void {
  document.dispatchEvent(new CustomEvent("readback-panel-say", { detail: wish }));
}

function draw(state: PanelState): void {
  if (machines.children.length === 0) {
    for (const { name, title, problem } of state.machines) {
      const play = h("button", { type: "button", "data-machine": name }, title);
      play.addEventListener("click", () => say({ type: "play", machine: name }));
      machines.append(h("li", {}, play, h("small", {}, problem)));
    }
  }
  for (const button of machines.querySelectorAll("button")) {
    const isPlaying = button.dataset.machine === state.playing;
    button.setAttribute("aria-pressed", String(isPlaying));
  }
  for (const [name, input] of inputs) {
    const on = state.switches[name];
    if (wanted.get(name) === on) wanted.delete(name);
    input.checked = wanted.get(name) ?? on;
  }
  stop.hidden = state.playing === null;
  (element as HTMLElement).inert = state.switches.away;
  person.cue = state.cue;
  log.update(state);
}

// On a narrow page the question may be below: bring it into view, once, when it is shown.
let brought: Element | null = null;
const watch = new MutationObserver(() => {
  const open = element.shadowRoot?.querySelector("article[data-phase=open]");
  if (!open || open === brought || !open.checkVisibility()) return;
  brought = open;
  open.scrollIntoView({ block: "nearest" });
});
await customElements.whenDefined("readback-questions");
watch.observe(element, { attributes: true });
watch.observe(element.shadowRoot as Node, { childList: true, attributes: true, subtree: true });
document.addEventListener("readback-panel", (event) => draw((event as CustomEvent).detail));
document.dispatchEvent(new Event("readback-panel-ready"));
