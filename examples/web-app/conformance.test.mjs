// The bridge keeps every promise of a QuestionBridge: checked with a page that is played.
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { ShownQuestions } from "@readback/core/surfaces";
import { bridgeChecks } from "@readback/core/testing";
import { createAppBridge } from "./bridge.mjs";

/** A page with the element in it: shows one question at a time, in the window of one person. */
function openPage({ connect, receive }, drafts) {
  const shown = new ShownQuestions();
  const problems = new Map();
  let isVisible = true;
  const tell = (event, ...args) => receive({ event, args });
  const now = () => (isVisible ? [...shown].slice(0, 1) : []);

  function paint() {
    const [first, ...others] = shown;
    for (const entry of [first, ...others]) {
      const isQueued = entry !== first;
      if (!entry || entry.isQueued === isQueued) continue;
      entry.isQueued = isQueued;
      tell("onQueued", entry.request.requestId, isQueued);
    }
    for (const entry of now()) {
      if (!entry.isAcknowledged) tell("onRenderConfirmed", entry.request.requestId);
      entry.isAcknowledged = true;
    }
  }
  const calls = {
    sendQuestion(request) {
      if (!shown.get(request.requestId)) shown.put({ request });
    },
    close: (requestId) => shown.take(requestId),
    acknowledge: (requestId) => shown.take(requestId),
    refuse: (requestId, problem) => problems.set(requestId, problem),
  };
  const response = Object.assign(new EventEmitter(), {
    writeHead() {},
    flushHeaders() {},
    write(text) {
      const { call, args } = JSON.parse(text.slice("data: ".length));
      queueMicrotask(() => {
        calls[call](...args);
        paint();
      });
    },
  });
  connect(response);
  return {
    now,
    tell,
    text: () =>
      now().map(({ request: { requestId, askId, notice, questions } }) =>
        [notice, questions[0].question, drafts.get(askId), problems.get(requestId)].join("\n"),
      ),
    setVisible(visible) {
      isVisible = visible;
      paint();
    },
    close: () => response.emit("close"),
  };
}

function create() {
  const app = createAppBridge();
  const drafts = new Map();
  let page = openPage(app, drafts);
  return {
    bridge: app.bridge,
    person: {
      sees: ({ requestId }) =>
        page?.now().some(({ request }) => request.requestId === requestId) ?? false,
      reads: () => page.text().join("\n"),
      answer: ({ requestId }, text) =>
        page.tell("onAnswer", requestId, [{ id: "q1", values: [text] }]),
      type({ requestId, askId }, text) {
        drafts.set(askId, text);
        page.tell("onActivity", requestId);
      },
      cancel: ({ requestId }) => page.tell("onCancel", requestId, "cancelled"),
      decline: ({ requestId }) => page.tell("onCancel", requestId, "declined"),
      hide: () => page.setVisible(false),
      show: () => page.setVisible(true),
      lose() {
        page.close();
        page = undefined;
      },
      find() {
        page = openPage(app, drafts);
      },
    },
  };
}

const cannot = { dispose: "the bridge ends with the app" };

for (const { name, notApplicable, run } of bridgeChecks({ create, cannot })) {
  test(name, { skip: notApplicable ?? false }, run);
}
