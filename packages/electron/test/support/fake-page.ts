import { randomBytes } from "node:crypto";
import type { AnswerInput, CloseReason, QuestionRequest } from "@readback/core";
import { createBridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import { createApi } from "../../src/preload/api.js";
import { createLink, type LinkState, type QuestionTarget } from "../../src/renderer/connect.js";
import type { DecisionStore } from "../../src/renderer/outbox.js";
import type { PageView } from "../../src/renderer/page-view.js";
import { bridged, type FakeWindow } from "./fake-electron.js";

/** What lives as long as a window: drafts and decisions are in it. */
function createFakeStorage(): DecisionStore {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** A dialog that shows one question at a time and confirms it after a paint, as the element does. */
function createFakeDialog(view: PageView) {
  const listeners = createBridgeListeners();
  const open = new ShownQuestions();
  const confirmed = new Set<string>();
  const queued = new Map<string, boolean>();
  const log: string[] = [];
  /** What was typed and not sent, by question; and what is wrong with what was sent. */
  const drafts = new Map<string, string>();
  const problems = new Map<string, string>();

  function paint(): void {
    view.afterPaint(() => {
      const [first] = open;
      if (!first || !view.isVisible()) return;
      const { requestId } = first.request;
      if (confirmed.has(requestId)) return;
      confirmed.add(requestId);
      listeners.emit("onRenderConfirmed", requestId);
    });
  }

  function report(): void {
    for (const [at, { request }] of [...open].entries()) {
      const isQueued = at > 0;
      if ((queued.get(request.requestId) ?? false) === isQueued) continue;
      queued.set(request.requestId, isQueued);
      listeners.emit("onQueued", request.requestId, isQueued);
    }
  }

  function over(requestId: string, how: string): void {
    log.push(`${how} ${requestId}`);
    open.take(requestId);
    report();
    paint();
  }

  const target: QuestionTarget = {
    ...listeners.methods,
    sendQuestion(request: QuestionRequest) {
      open.put({ request });
      report();
      paint();
    },
    close: (requestId: string, reason: CloseReason) => over(requestId, reason),
    acknowledge: (requestId: string) => over(requestId, "sent"),
    refuse(requestId: string, problem: string) {
      log.push(`refused ${requestId}: ${problem}`);
      problems.set(requestId, problem);
    },
    lookAgain() {
      confirmed.clear();
      paint();
    },
  };

  return {
    target,
    /** What became of its questions. */
    log,
    /** The question in sight. */
    first: () => [...open][0]?.request,
    size: () => open.size,
    answer: (requestId: string, answers: readonly AnswerInput[]) =>
      listeners.emit("onAnswer", requestId, answers),
    cancel(requestId: string, how: "cancelled" | "declined") {
      over(requestId, how);
      listeners.emit("onCancel", requestId, how);
    },
    type({ askId, requestId }: QuestionRequest, text: string) {
      drafts.set(askId, text);
      listeners.emit("onActivity", requestId);
    },
    /** Everything in sight. */
    reads() {
      const [first] = open;
      if (!first) return "";
      const { askId, requestId, notice, questions } = first.request;
      const asked = questions.map(({ question }) => question);
      return [notice, ...asked, drafts.get(askId), problems.get(requestId)].join("\n");
    },
  };
}

/** The page in a window's document: its preload script, its link and its dialog. */
export function openFakePage(window: FakeWindow, store = createFakeStorage()) {
  const { document } = window.contents;
  const view: PageView = {
    isVisible: () => window.saysVisible,
    watch(onChange) {
      const changed = () => {
        if (!document.isGone) onChange();
      };
      window.on("visibility", changed);
      return () => window.off("visibility", changed);
    },
    afterPaint(callback) {
      setImmediate(() => {
        if (!document.isGone && window.saysVisible) callback();
      });
    },
  };
  const dialog = createFakeDialog(view);
  const api = bridged(createApi(document.ipcRenderer, randomBytes(16).toString("hex")));
  const states: LinkState[] = [];
  const errors: unknown[] = [];
  const stop = createLink({
    target: dialog.target,
    api,
    view,
    store,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    onState: (state) => states.push(state),
    onError: (error) => errors.push(error),
  });
  return { ...dialog, api, states, errors, store, stop };
}
