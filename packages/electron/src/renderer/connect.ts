import type { QuestionBridge, QuestionRequest } from "@readback/core";
import { ShownQuestions } from "@readback/core/surfaces";
import type { ReadbackApi, RefusalCode, ToPage } from "../shared/protocol.js";
import { createOutbox, type DecisionStore } from "./outbox.js";
import type { PageView } from "./page-view.js";

/**
 * What shows the questions in a page: `<readback-questions>`, or an object of the app's own with the methods
 * of a bridge.
 */
export interface QuestionTarget extends QuestionBridge {
  /** Whether something was typed for this ask and not sent. */
  hasDraft?(askId: string): boolean;
  /** Confirm again what a person can see now. Without it, what was confirmed is so again after a paint. */
  lookAgain?(): void;
}

/** Whether the page is connected to the main process. `refused`: it may not be, and gives up. */
export type LinkState = "connecting" | "connected" | "refused";

interface LinkOptions {
  readonly target: QuestionTarget;
  readonly api: ReadbackApi;
  readonly view: PageView;
  readonly store: DecisionStore | undefined;
  readonly pause: (ms: number) => Promise<void>;
  readonly onState: (state: LinkState) => void;
  readonly onError: (error: unknown) => void;
}

const FIRST_DELAY = 100;
const MAX_DELAY = 5_000;

/** The page may not show questions, or said something that the main process does not take. */
export class QuestionLinkError extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = "QuestionLinkError";
    this.code = code;
  }
}

/** Lets the main process drive a target, and says what happens in it. Returns how to stop. */
export function createLink(options: LinkOptions): () => void {
  const { target, api, view, onError } = options;
  /** The open questions in the target. */
  const held = new ShownQuestions();
  /** What main was told that a person can see; and what a person has seen at all. */
  const seen = new Set<string>();
  const seenOnce = new Set<string>();
  const queued = new Map<string, boolean>();
  let connecting: Promise<void> | undefined;
  let isStopped = false;

  const outbox = createOutbox({
    say: api.say,
    reconnect: connect,
    store: options.store,
    pause: options.pause,
    onRefused(said, code, message) {
      onError(new QuestionLinkError(code, message));
      if (said.type === "answer") target.refuse?.(said.requestId, message);
    },
  });

  /** Until it works: the main process may not have its bridge yet, or a new one soon. */
  function connect(): Promise<void> {
    connecting ??= tryToConnect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  async function tryToConnect(): Promise<void> {
    options.onState("connecting");
    for (let delay = FIRST_DELAY; !isStopped; delay = Math.min(delay * 2, MAX_DELAY)) {
      const reply = await api.connect(receive);
      if (isStopped) return;
      if (reply.ok) {
        options.onState("connected");
        outbox.flush();
        return;
      }
      const { code, message } = reply.error;
      if (code === "wrong_sender" || code === "invalid_message") {
        isStopped = true;
        options.onState("refused");
        onError(new QuestionLinkError(code, message));
        return;
      }
      await options.pause(delay);
    }
  }

  // From the main process to the target.

  function receive(message: ToPage): void {
    if (isStopped) return;
    switch (message.type) {
      case "hello":
        settle(message);
        break;
      case "ask":
        show(message.request);
        break;
      case "close":
        target.close?.(message.requestId, message.reason);
        forget(message.requestId);
        break;
      case "acknowledge":
        target.acknowledge?.(message.requestId);
        forget(message.requestId);
        break;
      case "refuse":
        target.refuse?.(message.requestId, message.problem);
        break;
      case "look":
        lookAgain();
        break;
      case "stopped":
        // Whatever comes after this bridge shows again what it knows of.
        settle({ type: "hello", open: [], ended: [] });
        void connect();
    }
  }

  function show(request: QuestionRequest): void {
    // Before the target has it: the target may confirm it at once.
    held.put({ request });
    try {
      // The element shows a repeat as it is; what is shown in another way may promise to do so.
      void Promise.resolve(target.sendQuestion(request)).catch(onError);
    } catch (error) {
      held.take(request.requestId);
      throw error;
    }
  }

  function forget(requestId: string): void {
    held.take(requestId);
    queued.delete(requestId);
    seen.delete(requestId);
    seenOnce.delete(requestId);
  }

  /** Makes the target agree with how things stand. */
  function settle({ open, ended }: Extract<ToPage, { type: "hello" }>): void {
    const isOpen = new Set(open.map(({ askId }) => askId));
    for (const { request } of [...held]) {
      const { askId, requestId } = request;
      if (isOpen.has(askId)) continue;
      const end = ended.find((one) => one.request.requestId === requestId);
      target.close?.(requestId, end?.reason ?? "unknown_request");
      forget(requestId);
    }
    for (const { request, reason } of ended) {
      // Typed before a reload, and over since: the text must still be there.
      if (!target.hasDraft?.(request.askId)) continue;
      void target.sendQuestion(request);
      target.close?.(request.requestId, reason);
    }
    for (const request of open) if (!held.get(request.requestId)) show(request);
    for (const [requestId, isQueued] of queued) {
      outbox.put({ type: "queued", requestId, queued: isQueued });
    }
  }

  // From the target to the main process.

  function rendered(requestId: string): void {
    seenOnce.add(requestId);
    if (!view.isVisible()) return;
    seen.add(requestId);
    outbox.put({ type: "rendered", requestId });
  }

  function lookAgain(): void {
    seen.clear();
    if (target.lookAgain) target.lookAgain();
    else {
      view.afterPaint(() => {
        for (const requestId of seenOnce) rendered(requestId);
      });
    }
  }

  function viewChanged(): void {
    if (!view.isVisible()) {
      for (const requestId of seen) outbox.put({ type: "lost", requestId });
    }
    lookAgain();
  }

  const stops = [
    view.watch(viewChanged),
    target.onRenderConfirmed(rendered),
    target.onLost?.((requestId) => {
      seen.delete(requestId);
      seenOnce.delete(requestId);
      outbox.put({ type: "lost", requestId });
    }),
    target.onAnswer((requestId, answers) => outbox.put({ type: "answer", requestId, answers })),
    target.onCancel((requestId, how = "cancelled") => {
      outbox.put({ type: "cancel", requestId, how });
    }),
    target.onActivity?.((requestId) => outbox.put({ type: "activity", requestId })),
    target.onQueued?.((requestId, isQueued) => {
      queued.set(requestId, isQueued);
      outbox.put({ type: "queued", requestId, queued: isQueued });
    }),
  ];
  void connect();

  return () => {
    isStopped = true;
    outbox.stop();
    for (const stop of stops) stop?.();
  };
}
