import type { Deck } from "./deck.js";
import { h } from "./dom.js";
import type { Labels } from "./labels.js";
import { askerOf } from "./who.js";

/** More would only push the question away. */
const SHOWN = 5;

/** Lists the questions that come next, and who asks them. */
export function drawWaiting(root: HTMLElement, waiting: Deck, labels: Labels): void {
  root.hidden = waiting.length === 0;
  const items = waiting.slice(0, SHOWN).map(({ request }) => {
    const who = askerOf(request);
    const what = request.title ?? request.questions[0]?.question ?? "";
    return h(
      "li",
      {},
      who ? h("span", { class: "from", dir: "auto" }, who) : null,
      h("span", { class: "what", dir: "auto" }, what),
    );
  });
  root.replaceChildren(
    h("p", { part: "waiting-title" }, labels.waiting(waiting.length)),
    h("ol", {}, ...items),
    waiting.length > SHOWN ? h("p", {}, labels.andMore(waiting.length - SHOWN)) : "",
  );
}
