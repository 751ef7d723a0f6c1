import { type CardView, type CardViewOptions, createCardView } from "./card-view.js";
import { type Card, type Deck, isLive, unanswered } from "./deck.js";
import { afterPaint, focused, h } from "./dom.js";
import { mayTakeFocus, moveFirst } from "./focus.js";
import type { Labels } from "./labels.js";
import { STYLES } from "./styles.js";
import { drawWaiting } from "./waiting-view.js";
import { askerOf } from "./who.js";

type ViewOptions = Omit<CardViewOptions, "labels" | "announce">;

/** Draws a deck: the question to answer first, then what is over, then what waits. */
export function createQuestionsView(root: ShadowRoot) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  const views = new Map<string, { readonly firstRequest: string; readonly view: CardView }>();
  // A log: what is added is spoken, also when two things happen at once.
  const live = h("div", { class: "live", role: "log", "aria-live": "polite" });
  const stack = h("div", { class: "stack", part: "stack" });
  const waiting = h("section", { class: "waiting", part: "waiting" });
  const paused = h("p", { class: "paused", part: "paused" });
  const nothing = h("p", { part: "nothing" });
  const empty = h("div", { class: "empty", part: "empty" });
  const slot = document.createElement("slot");
  slot.name = "empty";
  slot.append(nothing);
  empty.append(slot);
  root.append(live, paused, stack, empty, waiting);
  let active: string | undefined;

  const announce = (text: string) => {
    live.append(h("p", {}, text));
    if (live.childElementCount > 5) live.firstElementChild?.remove();
  };

  /**
   * Gives a question the focus once it is painted, if nobody has taken that since. At once, the browser would have to
   * lay the page out for it, and the question would be seen later.
   */
  function focusLater(askId: string): void {
    afterPaint(() => {
      if (active === askId && mayTakeFocus(root)) views.get(askId)?.view.focus();
    });
  }

  /** The view of a card; a new one when the same was asked again after an answer. */
  function viewOf(card: Card, labels: Labels, optionsOf: (card: Card) => ViewOptions): CardView {
    const { askId } = card.request;
    const [firstRequest = ""] = card.requestIds;
    const known = views.get(askId);
    if (known?.firstRequest === firstRequest) return known.view;
    known?.view.root.remove();
    const view = createCardView({ ...optionsOf(card), labels, announce });
    views.set(askId, { firstRequest, view });
    return view;
  }

  return {
    announce,
    has: (askId: string) => views.has(askId),
    isTouched: (askId: string) => views.get(askId)?.view.isTouched() === true,
    shownQuestion: (askId: string) => views.get(askId)?.view.shownQuestion(),
    draw(deck: Deck, labels: Labels, isPaused: boolean, optionsOf: (card: Card) => ViewOptions) {
      const [first, ...others] = unanswered(deck);
      for (const [askId, { view }] of views) {
        if (deck.some((card) => card.request.askId === askId)) continue;
        const hadFocus = view.root.contains(focused());
        view.root.remove();
        views.delete(askId);
        // A person at the keyboard goes on at the question, not at the top of the page.
        if (hadFocus && first) views.get(first.request.askId)?.view.focus();
      }
      for (const card of deck) {
        if (card !== first && isLive(card.phase)) continue;
        const view = viewOf(card, labels, optionsOf);
        view.update(card);
        if (card === first) moveFirst(stack, view.root);
        else if (!view.root.isConnected) stack.append(view.root);
        view.attached();
      }
      paused.textContent = labels.paused;
      paused.hidden = !isPaused;
      stack.hidden = isPaused || deck.length === 0;
      nothing.textContent = labels.nothing;
      empty.hidden = isPaused || deck.length > 0;
      drawWaiting(waiting, isPaused ? [] : others, labels);
      const before = active;
      active = isPaused ? undefined : first?.request.askId;
      if (first && active !== undefined && active !== before) {
        const { request } = first;
        announce(labels.announce(request.questions[0]?.question ?? "", askerOf(request)));
        views.get(request.askId)?.view.guard();
        if (mayTakeFocus(root)) focusLater(request.askId);
      }
    },
  };
}
