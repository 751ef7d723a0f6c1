import type { QuestionRequest } from "../../src/ask-with-render-ack/ask.js";
import { NoSurfaceError, type QuestionBridge } from "../../src/ask-with-render-ack/bridge.js";
import {
  type BridgeListeners,
  createBridgeListeners,
} from "../../src/ask-with-render-ack/bridge-listeners.js";
import { ShownQuestions } from "../../src/ask-with-render-ack/shown-questions.js";
import type { BridgeStage } from "../../src/testing/subject.js";

/** What can be wrong with a bridge, one thing at a time. */
export type Flaw = keyof typeof FLAWS;

/** Each flaw, in words. */
export const FLAWS = {
  "acks while hidden": "says that a question is on screen in a window that is not",
  "acks at once": "says that a question is on screen before it is",
  "never acks": "says nothing when a question is on screen",
  "shows twice": "opens another dialog when a question is sent again",
  "keeps the earlier attempt": "leaves the dialog of an earlier attempt where it was",
  "hides the notice": "does not warn on a retry",
  "answers twice": "tells each answer twice",
  "changes answers": "trims what was typed to letters",
  "cancels for declines": "tells a refusal as a dismissal",
  "loses cancels": "closes a dismissed dialog without a word",
  "swallows refusals": "does not say that an answer was not taken",
  "says nothing of typing": "does not tell of activity",
  "forgets drafts": "throws away what was typed",
  "loses late answers": "takes no answer to a question that is over",
  "ignores close": "leaves dialogs open",
  "closes as a refusal": "tells a closed dialog as a dismissed one",
  "answers by itself": "sends an empty answer when nobody answers",
  "throws for strangers": "throws when it is told of a question it does not know",
  "mixes answers up": "tells the answer to one question as that to the oldest",
  "shows all at once": "shows several questions although it has room for one",
  "never dequeues": "does not say when a question's turn has come",
  "keeps the closed in the queue": "shows questions from its queue that are over",
  "acks without a surface": "says that a question is on screen when there is no screen",
  "says nothing of losses": "does not tell that the screen has gone",
  "refuses when lost": "tells a lost screen as a dismissed question",
  "hears one listener": "tells only the latest listener",
  "leaks listeners": "goes on telling those who have unsubscribed",
  "refuses when disposed": "tells its own end as a dismissed question",
  "acks when disposed": "goes on after its end",
} as const;

interface Dialog {
  readonly request: QuestionRequest;
  isAcked: boolean;
  problem: string | null;
  isQueued: boolean;
  wasQueued: boolean;
}

/** A surface in memory that shows one question at a time: right in everything, or wrong in one thing. */
export function createModelSurface(flaw?: Flaw): BridgeStage {
  const listeners: BridgeListeners = createBridgeListeners();
  const has = (one: Flaw) => flaw === one;
  const dialogs = new ShownQuestions<Dialog>();
  const extra: Dialog[] = [];
  const drafts = new Map<string, string>();
  const ended = new Map<string, QuestionRequest>();
  let isVisible = true;
  let isThere = true;
  let isDisposed = false;

  const all = () => [...dialogs, ...extra];
  const current = () => (has("shows all at once") ? all() : all().slice(0, 1));
  const canSee = (dialog: Dialog) => isVisible && isThere && current().includes(dialog);

  function ack(dialog: Dialog): void {
    if (dialog.isAcked || has("never acks")) return;
    dialog.isAcked = true;
    listeners.emit("onRenderConfirmed", dialog.request.requestId);
    if (has("answers by itself")) answer(dialog.request, "");
  }

  /** Paints: what can be seen is acknowledged, what waits is queued. */
  function paint(): void {
    if (isDisposed && !has("acks when disposed")) return;
    for (const dialog of all()) {
      const isQueued = !current().includes(dialog);
      if (isQueued !== dialog.isQueued) {
        dialog.isQueued = isQueued;
        dialog.wasQueued = true;
        if (isQueued || !has("never dequeues")) {
          listeners.emit("onQueued", dialog.request.requestId, isQueued);
        }
        if (!isQueued && has("never dequeues")) dialog.isAcked = true;
      }
      if (canSee(dialog)) ack(dialog);
      else if (!isQueued && isThere && has("acks while hidden")) ack(dialog);
      else if (!isQueued && !isThere && has("acks without a surface")) ack(dialog);
    }
  }

  const find = (requestId: string) => all().find(({ request }) => request.requestId === requestId);

  function end(requestId: string): void {
    const dialog = find(requestId);
    if (!dialog) return;
    ended.set(requestId, dialog.request);
    dialogs.take(requestId);
    queueMicrotask(paint);
  }

  const bridge: QuestionBridge = {
    ...listeners.methods,
    sendQuestion(request) {
      const isDead = isDisposed && !has("acks when disposed");
      if (isDead || (!isThere && !has("acks without a surface"))) throw new NoSurfaceError();
      const before = dialogs.of(request.askId);
      if (has("acks at once")) listeners.emit("onRenderConfirmed", request.requestId);
      const dialog = {
        request,
        isAcked: has("acks at once"),
        problem: null,
        isQueued: false,
        wasQueued: false,
      };
      if (before?.request.requestId === request.requestId) {
        if (has("shows twice")) extra.push(dialog);
        before.isAcked = false;
      } else {
        dialogs.put(dialog);
        if (before && has("keeps the earlier attempt")) extra.push(before);
      }
      queueMicrotask(paint);
    },
    close(requestId) {
      if (has("throws for strangers") && !find(requestId)) throw new Error("Who is that?");
      if (has("ignores close")) return;
      if (has("keeps the closed in the queue") && find(requestId)?.wasQueued) return;
      const isOpen = find(requestId) !== undefined;
      end(requestId);
      if (isOpen && has("closes as a refusal")) listeners.emit("onCancel", requestId);
      if (has("forgets drafts")) drafts.clear();
    },
    acknowledge: end,
    refuse(requestId, problem) {
      const dialog = find(requestId);
      if (dialog && !has("swallows refusals")) dialog.problem = problem;
    },
  };

  if (has("hears one listener")) {
    bridge.onAnswer = (callback) => {
      let isLatest = true;
      latest();
      latest = () => {
        isLatest = false;
      };
      return listeners.methods.onAnswer((...args) => isLatest && callback(...args));
    };
  }
  let latest = () => {};
  if (has("leaks listeners")) {
    bridge.onAnswer = (callback) => {
      listeners.methods.onAnswer(callback);
      return () => {};
    };
  }

  function answer(request: QuestionRequest, text: string): void {
    const target = has("mixes answers up") ? ([...ended.values()][0] ?? request) : request;
    const isOver = find(request.requestId) === undefined;
    if (isOver && has("loses late answers")) return;
    const said = has("changes answers") ? text.replace(/\W/g, "") : text;
    const tell = () => listeners.emit("onAnswer", target.requestId, [{ id: "q1", values: [said] }]);
    tell();
    if (has("answers twice")) tell();
  }

  return {
    bridge,
    person: {
      sees: ({ requestId }) =>
        all().some((dialog) => dialog.request.requestId === requestId && canSee(dialog)),
      reads: () =>
        all()
          .filter(canSee)
          .flatMap(({ request, problem }) => [
            has("hides the notice") ? "" : request.notice,
            request.questions[0]?.question,
            drafts.get(request.askId),
            problem,
          ])
          .join("\n"),
      answer,
      type({ requestId, askId }, text) {
        drafts.set(askId, text);
        if (!has("says nothing of typing")) listeners.emit("onActivity", requestId);
      },
      cancel({ requestId }) {
        end(requestId);
        if (!has("loses cancels")) listeners.emit("onCancel", requestId);
      },
      decline({ requestId }) {
        end(requestId);
        listeners.emit(
          "onCancel",
          requestId,
          has("cancels for declines") ? "cancelled" : "declined",
        );
      },
      hide() {
        isVisible = false;
      },
      show() {
        isVisible = true;
        paint();
      },
      lose() {
        isThere = false;
        for (const { request, isAcked } of all()) {
          if (!isAcked) continue;
          if (has("refuses when lost")) listeners.emit("onCancel", request.requestId);
          else if (!has("says nothing of losses")) listeners.emit("onLost", request.requestId);
        }
      },
      find() {
        isThere = true;
        for (const dialog of all()) dialog.isAcked = false;
        paint();
      },
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      isThere = has("acks when disposed");
      for (const { request } of all()) {
        if (has("refuses when disposed")) listeners.emit("onCancel", request.requestId);
      }
    },
  };
}
