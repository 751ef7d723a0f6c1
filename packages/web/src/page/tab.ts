import type { QuestionRequest } from "@readback/core";
import { ShownQuestions } from "@readback/core/surfaces";
import type { ReadbackQuestions } from "../element/readback-questions.js";
import type { ToTab } from "../shared/protocol.js";
import type { Said } from "./outbox.js";

interface TabOptions {
  readonly element: ReadbackQuestions;
  readonly say: (said: Said) => void;
  /** A question this tab did not have before. */
  readonly onNew: (request: QuestionRequest) => void;
  /** News for the application's own part of the page. */
  readonly onPanel: (state: unknown) => void;
  /** Something that the person should know, and that no question says. */
  readonly onNotice: (text: string) => void;
}

/** Lets the server's messages drive the element, and says what happens in it. */
export function createTab({ element, say, onNew, onPanel, onNotice }: TabOptions) {
  /** The open questions in the element. */
  const held = new ShownQuestions();
  const queued = new Map<string, boolean>();

  element.onRenderConfirmed((requestId, visibility) =>
    say({ type: "rendered", requestId, visibility }),
  );
  element.onAnswer((requestId, answers) => say({ type: "answer", requestId, answers }));
  element.onCancel((requestId, how = "cancelled") => say({ type: "cancel", requestId, how }));
  element.onActivity((requestId) => say({ type: "activity", requestId }));
  element.onQueued((requestId, isQueued) => {
    queued.set(requestId, isQueued);
    say({ type: "queued", requestId, queued: isQueued });
  });

  function show(request: QuestionRequest): void {
    element.sendQuestion(request);
    if (!held.put({ request })) onNew(request);
  }

  function forget(requestId: string): void {
    queued.delete(requestId);
    held.take(requestId);
  }

  /** Makes the element agree with how things stand. */
  function settle({ open, ended, paused }: Extract<ToTab, { type: "hello" }>): void {
    element.paused = paused;
    const isOpen = new Set(open.map(({ askId }) => askId));
    for (const { request } of [...held]) {
      const { askId, requestId } = request;
      if (isOpen.has(askId)) continue;
      const end = ended.find((one) => one.request.requestId === requestId);
      element.close(requestId, end?.reason ?? "unknown_request");
      forget(requestId);
    }
    for (const { request, reason } of ended) {
      // Typed before a reload, and over since: the text must still be there.
      if (!element.hasDraft(request.askId)) continue;
      element.sendQuestion(request);
      element.close(request.requestId, reason);
    }
    for (const request of open) show(request);
    // A server that was started again has not heard this.
    for (const [requestId, isQueued] of queued)
      say({ type: "queued", requestId, queued: isQueued });
  }

  return (message: ToTab): void => {
    switch (message.type) {
      case "hello":
        settle(message);
        break;
      case "ask":
        show(message.request);
        break;
      case "close":
        element.close(message.requestId, message.reason);
        forget(message.requestId);
        break;
      case "acknowledge":
        element.acknowledge(message.requestId);
        forget(message.requestId);
        break;
      case "refuse":
        element.refuse(message.requestId, message.problem);
        break;
      case "paused":
        element.paused = message.paused;
        break;
      case "panel":
        onPanel(message.state);
        break;
      case "notice":
        onNotice(message.text);
    }
  };
}
