import type {
  AnswerInput,
  CloseReason,
  QuestionBridge,
  QuestionRequest,
  Unsubscribe,
} from "@readback/core";
import type { Visibility } from "@readback/core/surfaces";
import { BoundedMap } from "@readback/core/surfaces";
import { watchActivity } from "./activity.js";
import * as decks from "./deck.js";
import type { Drafts } from "./draft.js";
import { createDraftStore, type DraftStore } from "./draft-store.js";
import { createEmitter } from "./events.js";
import { LABELS, type Labels } from "./labels.js";
import { createQuestionsView } from "./questions-view.js";
import { whenSeen } from "./seen.js";

// Servers may import this to render pages: there the class exists and cannot be used.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** Ended questions that stay in sight; one in which a person typed stays until it is removed. */
const ENDED = 3;
/** Presentations to remember that a person has seen. */
const CONFIRMED = 1_000;

/**
 * `<readback-questions>`: shows agents' questions one at a time and confirms each only when a person
 * can see it. It is a `QuestionBridge`, so an asker in the page can use it as it is.
 * @example
 * defineReadbackQuestions();
 * const element = document.querySelector("readback-questions") as ReadbackQuestions;
 * const asker = createAsker({ bridge: element });
 */
export class ReadbackQuestions extends Base implements QuestionBridge {
  static readonly observedAttributes = ["paused"];

  readonly #emitter = createEmitter(this);
  #drafts = createDraftStore();
  readonly #view = createQuestionsView(this.attachShadow({ mode: "open" }));
  readonly #confirmed = new BoundedMap<string, true>(CONFIRMED);
  readonly #queued = new Map<string, boolean>();
  #deck: decks.Deck = [];
  #labels = LABELS;
  #unanswered = 0;
  #watched: { readonly requestId: string; readonly stop: () => void } | undefined;
  #stopActivity: (() => void) | undefined;

  connectedCallback(): void {
    // Set before the browser knew the element: take it over.
    for (const name of ["paused", "labels"] as const) {
      const given = Object.getOwnPropertyDescriptor(this, name)?.value;
      if (given === undefined) continue;
      delete (this as Partial<Record<typeof name, unknown>>)[name];
      Object.assign(this, { [name]: given });
    }
    const root = this.shadowRoot as ShadowRoot;
    this.#stopActivity = watchActivity(root, () => {
      const [card] = decks.unanswered(this.#deck);
      if (card) this.#emitter.emit("readback-activity", { requestId: card.request.requestId });
    });
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#stopActivity?.();
    this.#unwatch();
  }

  attributeChangedCallback(): void {
    this.#draw();
  }

  /** Told not to show questions: what comes waits out of sight and is not confirmed. */
  get paused(): boolean {
    return this.hasAttribute("paused");
  }

  set paused(isPaused: boolean) {
    this.toggleAttribute("paused", isPaused);
  }

  /** Texts of your own, in place of the English ones. Set them before the first question. */
  get labels(): Partial<Labels> {
    return this.#labels;
  }

  set labels(labels: Partial<Labels>) {
    this.#labels = { ...LABELS, ...labels };
    this.#draw();
  }

  /** How many questions want an answer. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Where what was typed is kept until it is sent: in place of the tab's own storage. Set it before the first question. */
  set draftStore(store: DraftStore) {
    this.#drafts = store;
  }

  /** Whether something was typed for this ask and not sent. */
  hasDraft(askId: string): boolean {
    return this.#drafts.load(askId) !== undefined;
  }

  /**
   * Forgets that a person has seen the question: it is confirmed again once somebody can. For a host that
   * knows more than a page can see, such as that the window was hidden.
   */
  lookAgain(): void {
    this.#confirmed.clear();
    this.#unwatch();
    this.#watch();
  }

  sendQuestion(request: QuestionRequest): void {
    this.#change(decks.present(this.#deck, request));
  }

  close(requestId: string, reason: CloseReason): void {
    this.#change(decks.close(this.#deck, requestId, reason));
  }

  acknowledge(requestId: string): void {
    const deck = decks.acknowledge(this.#deck, requestId);
    const card = decks.cardOf(deck, requestId);
    if (card?.phase.is === "sent") this.#drafts.forget(card.request.askId);
    this.#change(deck);
  }

  refuse(requestId: string, problem: string): void {
    this.#change(decks.refuse(this.#deck, requestId, problem));
  }

  onRenderConfirmed(callback: (requestId: string, visibility: Visibility) => void): Unsubscribe {
    return this.#emitter.on("readback-rendered", ({ requestId, visibility }) =>
      callback(requestId, visibility),
    );
  }

  onAnswer(callback: (requestId: string, answers: readonly AnswerInput[]) => void): Unsubscribe {
    return this.#emitter.on("readback-answer", (it) => callback(it.requestId, it.answers));
  }

  onCancel(callback: (requestId: string, how?: "cancelled" | "declined") => void): Unsubscribe {
    return this.#emitter.on("readback-cancel", ({ requestId, how }) => callback(requestId, how));
  }

  onQueued(callback: (requestId: string, queued: boolean) => void): Unsubscribe {
    return this.#emitter.on("readback-queued", (it) => callback(it.requestId, it.queued));
  }

  onActivity(callback: (requestId: string) => void): Unsubscribe {
    return this.#emitter.on("readback-activity", ({ requestId }) => callback(requestId));
  }

  #change(deck: decks.Deck): void {
    if (deck === this.#deck) return;
    const before = this.#deck;
    this.#deck = this.#tidied(deck);
    try {
      this.#draw();
    } catch (error) {
      // One that cannot be drawn is not confirmed, and must not stand in the way of the others.
      this.#deck = before;
      this.#draw();
      throw error;
    }
    // What comes and goes within one task is not worth a report.
    queueMicrotask(() => this.#report());
  }

  /** Without ended questions nobody has seen, and without the oldest of the others. */
  #tidied(deck: decks.Deck): decks.Deck {
    const { has, isTouched } = this.#view;
    const isKept = ({ request: { askId }, phase }: decks.Card) =>
      phase.is !== "sent" && (isTouched(askId) || this.hasDraft(askId));
    const ended = deck.filter(({ phase }) => phase.is === "sent" || phase.is === "closed");
    const idle = ended.filter((card) => !isKept(card));
    const gone = idle.filter(({ request }, at) => !has(request.askId) || at < idle.length - ENDED);
    return deck.filter((card) => !gone.includes(card));
  }

  #draw(): void {
    this.#view.draw(this.#deck, this.#labels, this.paused, (card) => this.#optionsOf(card));
    if (this.isConnected) this.toggleAttribute("empty", this.#deck.length === 0);
    this.#watch();
  }

  #optionsOf(card: decks.Card) {
    const { askId } = card.request;
    const latest = () => this.#deck.find(({ request }) => request.askId === askId) ?? card;
    const requestId = () => latest().request.requestId;
    return {
      card,
      drafts: this.#drafts.load(askId) ?? {},
      onDraft: (drafts: Drafts) => this.#drafts.save(askId, drafts),
      onSend: (answers: readonly AnswerInput[]) => {
        this.#change(decks.send(this.#deck, requestId()));
        this.#emitter.emit("readback-answer", { requestId: requestId(), answers });
      },
      onCancel: (how: "cancelled" | "declined") => {
        this.#change(decks.close(this.#deck, requestId(), how));
        this.#emitter.emit("readback-cancel", { requestId: requestId(), how });
      },
      onRemove: () => {
        this.#drafts.forget(askId);
        this.#change(decks.remove(this.#deck, askId));
      },
    };
  }

  /** Waits for a person to see the question that is first, unless they have. */
  #watch(): void {
    const [card] = decks.unanswered(this.#deck);
    const requestId = card?.request.requestId;
    const isDue = requestId !== undefined && this.isConnected && !this.paused;
    if (isDue && this.#watched?.requestId === requestId) return;
    this.#unwatch();
    if (!isDue || this.#confirmed.has(requestId)) return;
    const target = this.#view.shownQuestion(card?.request.askId ?? "");
    if (!target) return;
    const stop = whenSeen(target, (visibility) => {
      this.#watched = undefined;
      this.#confirmed.set(requestId, true);
      this.#emitter.emit("readback-rendered", { requestId, visibility });
    });
    this.#watched = { requestId, stop };
  }

  #unwatch(): void {
    this.#watched?.stop();
    this.#watched = undefined;
  }

  /** Tells which questions wait behind others, and how many there are. */
  #report(): void {
    const live = decks.unanswered(this.#deck);
    const ids = new Set(live.map(({ request }) => request.requestId));
    for (const id of this.#queued.keys()) if (!ids.has(id)) this.#queued.delete(id);
    const [first] = ids;
    for (const requestId of ids) {
      const queued = requestId !== first;
      if ((this.#queued.get(requestId) ?? false) === queued) continue;
      this.#queued.set(requestId, queued);
      this.#emitter.emit("readback-queued", { requestId, queued });
    }
    if (live.length === this.#unanswered) return;
    this.#unanswered = live.length;
    this.#emitter.emit("readback-change", { unanswered: live.length });
  }
}

let isNamed = false;

/**
 * Makes `<readback-questions>` known to the browser. A second call with the same name does nothing, nor does one on a
 * server, where frameworks run the code of a page, too.
 * @param tagName the name to use instead
 */
export function defineReadbackQuestions(tagName = "readback-questions"): void {
  // A server that writes out the page has no elements; the browser calls this again.
  if (typeof customElements === "undefined" || customElements.get(tagName)) return;
  // One class can have one name only.
  customElements.define(tagName, isNamed ? class extends ReadbackQuestions {} : ReadbackQuestions);
  isNamed = true;
}

declare global {
  interface HTMLElementTagNameMap {
    "readback-questions": ReadbackQuestions;
  }
}
