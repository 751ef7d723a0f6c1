import type { AnswerInput, CloseReason, QuestionBridge, QuestionRequest } from "@readback/core";

type Callbacks = {
  rendered: (requestId: string) => void;
  answer: (requestId: string, answers: readonly AnswerInput[]) => void;
  cancel: (requestId: string, how?: "cancelled" | "declined") => void;
};

/** A user interface in memory: shows what it is told to show, and does what a test says. */
export interface Desk extends QuestionBridge {
  readonly requests: readonly QuestionRequest[];
  readonly closed: readonly (readonly [requestId: string, reason: CloseReason])[];
  readonly acknowledged: readonly string[];
  /** The next request, or the one that already waits. */
  next(): Promise<QuestionRequest>;
  render(request: QuestionRequest): void;
  /** Renders and answers every question of the request with the same value. */
  answer(request: QuestionRequest, value: string): void;
  cancel(request: QuestionRequest, how?: "cancelled" | "declined"): void;
}

export function createDesk(): Desk {
  const requests: QuestionRequest[] = [];
  const closed: (readonly [string, CloseReason])[] = [];
  const acknowledged: string[] = [];
  const unseen: QuestionRequest[] = [];
  const waiting: ((request: QuestionRequest) => void)[] = [];
  const on: Partial<Callbacks> = {};
  const listen = <K extends keyof Callbacks>(name: K, callback: Callbacks[K]) => {
    on[name] = callback;
    return () => delete on[name];
  };
  return {
    requests,
    closed,
    acknowledged,
    sendQuestion(request) {
      requests.push(request);
      const seen = waiting.shift();
      if (seen) seen(request);
      else unseen.push(request);
    },
    onRenderConfirmed: (callback) => listen("rendered", callback),
    onAnswer: (callback) => listen("answer", callback),
    onCancel: (callback) => listen("cancel", callback),
    close: (requestId, reason) => void closed.push([requestId, reason]),
    acknowledge: (requestId) => void acknowledged.push(requestId),
    next() {
      const request = unseen.shift();
      if (request) return Promise.resolve(request);
      return new Promise((resolve) => waiting.push(resolve));
    },
    render: ({ requestId }) => on.rendered?.(requestId),
    answer({ requestId, questions }, value) {
      on.rendered?.(requestId);
      on.answer?.(
        requestId,
        questions.map(({ id }) => ({ id, values: [value] })),
      );
    },
    cancel({ requestId }, how) {
      on.rendered?.(requestId);
      on.cancel?.(requestId, how);
    },
  };
}
