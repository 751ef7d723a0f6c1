import type { AnswerInput, QuestionRequest } from "@readback/core";
import { printable } from "@readback/core/printable";
import { button, h } from "./dom.js";
import { answerOf, type Drafts, initialDraft, problemOf, sameDraft, textOf } from "./draft.js";
import { createField } from "./field.js";
import type { Labels } from "./labels.js";
import { problemsByQuestion } from "./refusal.js";

/** What the form is for: answering, answering late, or only reading what was typed. */
export type FormMode = "open" | "late" | "sending" | "reading";

export interface FormOptions {
  readonly request: QuestionRequest;
  readonly drafts: Drafts;
  readonly labels: Labels;
  readonly onDraft: (drafts: Drafts) => void;
  readonly onSend: (answers: readonly AnswerInput[]) => void;
  readonly onCancel: (how: "cancelled" | "declined") => void;
  readonly announce: (text: string) => void;
  readonly onRemove: () => void;
}

/** Where a click was aimed at something that has just gone, it must not decide about what came. */
const GUARD = 400;

/** Asked once: a browser takes its time to say it. */
let isMac: boolean | undefined;

/** The questions of one request, one at a time, with Back, Next and Send. */
export function createForm(options: FormOptions) {
  const { request, drafts, labels } = options;
  const { questions } = request;
  const fields = questions.map((question) =>
    createField({
      question,
      draft: draftIn(drafts, question.id) ?? initialDraft(question),
      labels,
      onChange: () => options.onDraft(read()),
    }),
  );
  let step = 0;
  let mode: FormMode = "open";

  const progress = h("p", { class: "progress", part: "progress", dir: "auto" });
  const refusal = h("p", { class: "problem", part: "problem", role: "alert" });
  const back = button(labels.back, "back", () => go(step - 1));
  const next = button(labels.next, "next", null);
  const dismiss = button(labels.dismiss, "dismiss", () => options.onCancel("cancelled"));
  const decline = button(labels.decline, "decline", () => options.onCancel("declined"));
  dismiss.title = labels.dismissHint;
  decline.title = labels.declineHint;
  const copy = button(labels.copy, "copy", () => void copyText());
  const remove = button(labels.remove, "remove", options.onRemove);
  const keys = h("span", { class: "keys", part: "keys" });
  const root = h(
    "form",
    { novalidate: true },
    progress,
    ...fields.map((field) => field.root),
    refusal,
    h("div", { class: "actions", part: "actions" }, next, back, keys),
    h("div", { class: "actions other", part: "actions" }, dismiss, decline, copy, remove),
  );

  root.addEventListener("submit", (event) => {
    event.preventDefault();
    if (mode === "open" || mode === "late") advance();
    else if (mode === "reading" && step < questions.length - 1) go(step + 1);
  });
  root.addEventListener("click", ignoreSecondClick, { capture: true });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    // A key that is held down, or was meant for the question before, decides nothing.
    if (!event.repeat && (!next.disabled || isTouched())) root.requestSubmit();
  });

  const read = (): Drafts =>
    Object.fromEntries(
      questions.map(({ id }, at) => [id, fields[at]?.read() ?? drafts[id]]),
    ) as Drafts;

  const draftAt = (at: number) => fields[at]?.read() ?? { values: [], custom: null };

  /** Whether a person has entered something. */
  const isTouched = () =>
    questions.some((question, at) => !sameDraft(draftAt(at), initialDraft(question)));

  async function copyText(): Promise<void> {
    const filled = texts().filter(({ text }) => text !== "");
    try {
      await navigator.clipboard.writeText(filled.map(({ text }) => text).join("\n\n"));
      copy.textContent = labels.copied;
      options.announce(labels.copied);
    } catch {
      refusal.textContent = labels.notCopied;
    }
  }

  const texts = () =>
    questions.map((question, at) => ({ question, text: textOf(question, draftAt(at), labels) }));

  function advance(): void {
    refusal.textContent = "";
    if (!check(step)) return;
    const isLast = step === questions.length - 1;
    const wrong = isLast ? questions.findIndex((_, at) => !check(at)) : -1;
    if (!isLast) go(step + 1);
    else if (wrong >= 0) go(wrong);
    else options.onSend(questions.map((question, at) => answerOf(question, draftAt(at))));
  }

  /** Whether the question at `at` can be sent; if not, its field says why and has the focus. */
  function check(at: number): boolean {
    const question = questions[at];
    if (!question) return true;
    const problem = problemOf(question, draftAt(at));
    fields[at]?.setProblem(problem ? labels.problems[problem] : null);
    if (problem && at === step) focusProblem();
    return !problem;
  }

  function focusProblem(): void {
    const own = fields[step]?.root.querySelector<HTMLTextAreaElement>("textarea:not([hidden])");
    if (own) own.focus();
    else fields[step]?.root.querySelector("input")?.focus();
  }

  function go(to: number): void {
    step = to;
    draw();
    fields[step]?.focus();
  }

  function draw(): void {
    const isLast = step === questions.length - 1;
    const header = questions[step]?.header;
    const count = `${step + 1}/${questions.length}`;
    progress.textContent = printable(
      questions.length > 1 ? (header ? `${count}: ${header}` : count) : (header ?? ""),
    );
    fields.forEach((field, at) => {
      field.root.hidden = at !== step;
      field.setEnabled(mode === "open" || mode === "late");
      if (at === step) field.shown();
    });
    isMac ??= /Mac|iPhone|iPad/.test(navigator.platform);
    const combination = isMac ? "⌘ + Enter" : "Ctrl + Enter";
    back.hidden = step === 0;
    next.hidden = mode === "reading" && isLast;
    next.textContent = !isLast ? labels.next : mode === "late" ? labels.sendLate : labels.send;
    next.setAttribute("part", `button ${isLast ? "send" : "next"}`);
    next.setAttribute("aria-disabled", String(mode === "sending"));
    keys.textContent = isLast ? labels.sendKeys(combination) : labels.nextKeys(combination);
    keys.hidden = mode === "sending" || mode === "reading";
    dismiss.hidden = decline.hidden = mode !== "open";
    copy.hidden = remove.hidden = mode === "open" || mode === "sending";
  }

  return {
    root,
    draw,
    read,
    /** The question that is on screen. */
    shownQuestion: () => fields[step]?.text ?? root,
    focus: () => fields[step]?.focus(),
    setMode(to: FormMode) {
      mode = to;
      draw();
    },
    /** The buttons that decide something rest for a moment: the question has just appeared. */
    guard() {
      const deciding = [next, dismiss, decline];
      for (const each of deciding) each.disabled = true;
      setTimeout(() => {
        for (const each of deciding) each.disabled = false;
      }, GUARD);
    },
    /** Shows why the answer was not taken: next to the field it is about, or above the buttons. */
    refused(problem: string, isHere: boolean) {
      const { byQuestion, rest } = problemsByQuestion(problem, questions);
      for (const [at, field] of fields.entries()) field.setProblem(byQuestion[at] ?? null);
      const first = byQuestion.findIndex((found) => found !== undefined);
      refusal.textContent = printable(rest ?? "");
      if (first >= 0) {
        step = first;
        draw();
      }
      // A person who has gone on to something else is not called back.
      if (isHere) focusProblem();
    },
    isTouched,
    /** Everything entered, as text. */
    texts,
  };
}

/** Ids come from outside: one may be a name that every object has. */
const draftIn = (drafts: Drafts, id: string) =>
  Object.hasOwn(drafts, id) ? drafts[id] : undefined;

/** The second click of a double click would press the button that has come there meanwhile. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail < 2 || !(event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  event.stopPropagation();
}
