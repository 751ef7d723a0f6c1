import type { AnswerInput } from "../../src/ask-with-render-ack/answers.js";
import type { QuestionRequest } from "../../src/ask-with-render-ack/ask.js";
import type {
  CloseReason,
  QuestionBridge,
  Visibility,
} from "../../src/ask-with-render-ack/bridge.js";

/** A user interface in memory: shows what it was told, does what a test says. */
export function createFakeBridge() {
  const callbacks = {
    rendered: new Set<(requestId: string, visibility?: Visibility) => void>(),
    answer: new Set<(requestId: string, answers: readonly AnswerInput[]) => void>(),
    cancel: new Set<(requestId: string, how?: "cancelled" | "declined") => void>(),
    queued: new Set<(requestId: string, queued: boolean) => void>(),
    activity: new Set<(requestId: string) => void>(),
    lost: new Set<(requestId: string) => void>(),
  };
  const shown: QuestionRequest[] = [];
  const closed: { readonly requestId: string; readonly reason: CloseReason }[] = [];
  const acknowledged: string[] = [];
  const refused: { readonly requestId: string; readonly problem: string }[] = [];
  let onSend: (request: QuestionRequest) => void | Promise<void> = () => {};

  const subscribe =
    <F>(set: Set<F>) =>
    (callback: F) => {
      set.add(callback);
      return () => {
        set.delete(callback);
      };
    };

  const bridge: QuestionBridge = {
    sendQuestion(request) {
      shown.push(request);
      return onSend(request);
    },
    onRenderConfirmed: subscribe(callbacks.rendered),
    onAnswer: subscribe(callbacks.answer),
    onCancel: subscribe(callbacks.cancel),
    onQueued: subscribe(callbacks.queued),
    onActivity: subscribe(callbacks.activity),
    onLost: subscribe(callbacks.lost),
    close: (requestId, reason) => closed.push({ requestId, reason }),
    acknowledge: (requestId) => acknowledged.push(requestId),
    refuse: (requestId, problem) => refused.push({ requestId, problem }),
  };

  const last = (): QuestionRequest => {
    const request = shown.at(-1);
    if (!request) throw new Error("No question was sent");
    return request;
  };

  return {
    bridge,
    shown,
    closed,
    acknowledged,
    refused,
    /** What happens when a question arrives. */
    set onSend(react: (request: QuestionRequest) => void | Promise<void>) {
      onSend = react;
    },
    get last(): QuestionRequest {
      return last();
    },
    get listeners(): number {
      return Object.values(callbacks).reduce((sum, set) => sum + set.size, 0);
    },
    render(requestId = last().requestId, visibility?: Visibility) {
      for (const callback of callbacks.rendered) callback(requestId, visibility);
    },
    answer(answers: readonly AnswerInput[], requestId = last().requestId) {
      for (const callback of callbacks.answer) callback(requestId, answers);
    },
    cancel(how?: "cancelled" | "declined", requestId = last().requestId) {
      for (const callback of callbacks.cancel) callback(requestId, how);
    },
    queue(queued: boolean, requestId = last().requestId) {
      for (const callback of callbacks.queued) callback(requestId, queued);
    },
    lose(requestId = last().requestId) {
      for (const callback of callbacks.lost) callback(requestId);
    },
    type(requestId = last().requestId) {
      for (const callback of callbacks.activity) callback(requestId);
    },
  };
}
