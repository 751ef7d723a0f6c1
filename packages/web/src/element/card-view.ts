import type { AnswerInput } from "@readback/core";
import { printable } from "@readback/core/printable";
import { createForm } from "./card-form.js";
import { type Card, isLive, takesLateAnswer } from "./deck.js";
import { button, focused, h, newId } from "./dom.js";
import type { Drafts } from "./draft.js";
import type { Labels } from "./labels.js";
import { askerOf } from "./who.js";

export interface CardViewOptions {
  readonly card: Card;
  readonly drafts: Drafts;
  readonly labels: Labels;
  readonly announce: (text: string) => void;
  readonly onDraft: (drafts: Drafts) => void;
  readonly onSend: (answers: readonly AnswerInput[]) => void;
  readonly onCancel: (how: "cancelled" | "declined") => void;
  readonly onRemove: () => void;
}

/** One question on screen, from its first presentation to its end. */
export type CardView = ReturnType<typeof createCardView>;

export function createCardView(options: CardViewOptions) {
  const { labels, announce } = options;
  const { request } = options.card;
  const form = createForm({ ...options, request });
  let isUnfolded = false;
  let shown: Card | undefined;

  const who = askerOf(request);
  const titleId = newId("title");
  const from = h("p", { class: "from", part: "from", dir: "auto" }, who ? labels.asks(who) : "");
  const title = h("h2", { part: "title", id: titleId, dir: "auto" }, request.title ?? "");
  from.hidden = who === null;
  title.hidden = request.title === null;
  const notice = h("p", { class: "notice", part: "notice", role: "note" });
  const status = h("p", { class: "status", part: "status", tabindex: "-1" });
  const hint = h("p", { class: "hint", part: "hint" }, labels.lateHint);
  const summary = h("div", { class: "summary", part: "summary" });
  const unfold = button(labels.answerLate, "answer-late", () => {
    isUnfolded = true;
    if (shown) update(shown);
    form.focus();
  });
  const remove = button(labels.remove, "remove", options.onRemove);
  const folded = h("div", { class: "actions", part: "actions" }, unfold, remove);
  const root = h(
    "article",
    { class: "card", part: "card" },
    h("header", {}, from, title),
    notice,
    status,
    hint,
    summary,
    folded,
    form.root,
  );
  if (request.title === null)
    root.setAttribute("aria-label", printable(request.questions[0]?.question ?? ""));
  else root.setAttribute("aria-labelledby", titleId);

  function update(card: Card): void {
    const before = shown;
    shown = card;
    const { phase } = card;
    const hadFocus = root.contains(focused());
    const isFolded = phase.is === "sent" || (phase.is === "closed" && !isUnfolded && isIdle(phase));
    root.dataset.phase = phase.is;
    root.setAttribute("part", `card ${phase.is}`);
    notice.textContent = printable(card.request.notice ?? "");
    notice.hidden = card.request.notice === null || !isLive(phase);
    status.textContent = statusOf(card);
    status.hidden = phase.is === "open";
    hint.hidden = isFolded || phase.is !== "closed" || !takesLateAnswer(phase.reason);
    form.root.hidden = isFolded;
    folded.hidden = !isFolded;
    unfold.hidden = phase.is !== "closed" || !takesLateAnswer(phase.reason);
    summary.hidden = !isFolded;
    if (isFolded) summarise(phase.is === "sent");
    form.setMode(
      phase.is === "closed"
        ? takesLateAnswer(phase.reason)
          ? "late"
          : "reading"
        : phase.is === "sent"
          ? "reading"
          : phase.is,
    );
    if ("problem" in phase && phase.problem !== null && before?.phase !== phase) {
      form.refused(phase.problem, hadFocus);
    } else if (hadFocus && phase.is !== before?.phase.is && phase.is !== "open") {
      // What had the focus may be gone; a text field keeps it, so that no key goes astray.
      if (isFolded || !(focused() instanceof HTMLTextAreaElement)) status.focus();
    }
    if (before && phase.is !== before.phase.is && phase.is !== "open") announce(statusOf(card));
    const { notice: warning } = card.request;
    if (warning !== null && before?.request.notice !== warning) announce(warning);
  }

  /** Nothing was typed, or the person wanted it out of the way. */
  function isIdle({ reason }: { readonly reason: string }): boolean {
    return reason === "cancelled" || reason === "declined" || !form.isTouched();
  }

  function statusOf({ phase }: Card): string {
    if (phase.is === "closed") return labels.closed[phase.reason];
    return phase.is === "sent" ? labels.sent : phase.is === "sending" ? labels.sending : "";
  }

  function summarise(withAnswers: boolean): void {
    summary.replaceChildren(
      ...form
        .texts()
        .flatMap(({ question, text }) => [
          h("p", { class: "asked", dir: "auto" }, question.question),
          ...(withAnswers ? [h("p", { dir: "auto" }, text || labels.noAnswer)] : []),
        ]),
    );
  }

  return {
    root,
    update,
    focus: form.focus,
    guard: form.guard,
    shownQuestion: form.shownQuestion,
    isTouched: form.isTouched,
    /** To call when it has come into the document. */
    attached: form.draw,
  };
}
