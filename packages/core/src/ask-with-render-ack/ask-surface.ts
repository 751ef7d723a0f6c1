import { messageOf } from "../errors.js";
import type { Origin } from "../runtime/effects.js";
import type { Runtime } from "../runtime/runtime-interface.js";
import { answerEvent } from "./answer-event.js";
import type { QuestionRequest } from "./ask.js";
import { isNoSurface, type QuestionBridge, type Visibility } from "./bridge.js";
import { type AskContext, presentationIn } from "./context.js";
import type { askMachine } from "./machine.js";
import type { AskEmitted, AskEvent } from "./protocol.js";
import { askIdOf, baseOf, hasBase, isRequestId } from "./request-id.js";

interface SurfaceOptions {
  readonly bridge: QuestionBridge;
  /** Its name, when it is one beside the process's bridge. */
  readonly beside?: string | undefined;
  readonly runtime: Runtime<typeof askMachine>;
  /** Whether this call waits in this process. */
  readonly isWaiting: (caller: string) => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Between the ask machine and the user interface of this process. Of processes that share a journal,
 * each that has a user interface shows every question; the first answer in the journal counts.
 */
export function createAskSurface({ bridge, beside, runtime, isWaiting, onError }: SurfaceOptions) {
  function perform(emitted: AskEmitted, askId: string, origin: Origin): void {
    const isHere = origin === "here";
    switch (emitted.type) {
      case "ask.present":
        if (isHere || !emitted.again) present(emitted.request, askId, isHere);
        break;
      case "ask.joined":
        bridge.join?.(emitted.request);
        break;
      case "ask.acknowledge":
        // Who answered is told so. Elsewhere the same dialog has nothing left to do.
        if (isHere) bridge.acknowledge?.(emitted.requestId);
        else bridge.close?.(emitted.requestId, "answered");
        break;
      case "ask.refuse":
        if (isHere) bridge.refuse?.(emitted.requestId, emitted.problem);
        break;
      case "ask.close":
        bridge.close?.(emitted.requestId, emitted.reason);
    }
  }

  /** That it cannot be shown here is the ask's failure only where its latest caller waits. */
  function present(request: QuestionRequest, askId: string, isHere: boolean): void {
    const { requestId } = request;
    const failed = (error: unknown) => {
      const caller = runtime.snapshot(askId)?.context.callers.at(-1);
      if (caller ? !isWaiting(caller.id) : !isHere) return;
      const type = isNoSurface(error) ? "NO_SURFACE" : "PRESENT_FAILED";
      runtime.send(askId, { type, requestId, hint: messageOf(error) });
    };
    try {
      const sent = bridge.sendQuestion(request);
      // Nobody waits for this promise: an error of the journal goes where such errors go.
      if (sent) sent.then(undefined, failed).catch(onError);
    } catch (error) {
      failed(error);
    }
  }

  function route(event: AskEvent & { readonly requestId: string }): void {
    tell(event.requestId, () => event);
  }

  /** Tells the ask that a request belongs to; a dialog that nobody knows must not look alive. */
  function tell(requestId: string, eventOf: (context: AskContext) => AskEvent): void {
    if (!isRequestId(requestId)) return;
    const askId = askNamed(requestId);
    const context = askId === undefined ? undefined : runtime.snapshot(askId)?.context;
    if (askId !== undefined && context && presentationIn(context, requestId) > 0) {
      runtime.send(askId, eventOf(context));
    } else bridge.close?.(requestId, "unknown_request");
  }

  function askNamed(requestId: string): string | undefined {
    const askId = askIdOf(requestId);
    if (askId !== undefined) return askId;
    // Its name is of version 0.1: the dialog was there before the restart.
    const base = baseOf(requestId);
    for (const [id, { context }] of runtime.live()) if (hasBase(context.ask, base)) return id;
    return undefined;
  }

  /** What this bridge calls the place a request is shown in. */
  function on(requestId: string): { readonly surface?: string } {
    const surface = isRequestId(requestId) ? bridge.surfaceOf?.(requestId) : null;
    return typeof surface === "string" ? { surface } : {};
  }

  const { processes } = runtime.journal;
  const here = {
    ...(processes && { process: processes.self }),
    ...(beside !== undefined && { beside }),
  };
  const unsubscribe = [
    bridge.onRenderConfirmed((requestId, visibility) =>
      route({ type: "RENDERED", requestId, ...here, ...on(requestId), ...seenBy(visibility) }),
    ),
    bridge.onLost?.((requestId) => route({ type: "LOST", requestId, ...here })),
    bridge.onAnswer((requestId, answers) =>
      tell(requestId, ({ ask }) => ({
        ...answerEvent(ask.questions, requestId, answers),
        ...on(requestId),
      })),
    ),
    bridge.onCancel((requestId, how) =>
      route({ type: how === "declined" ? "DECLINE" : "CANCEL", requestId, ...on(requestId) }),
    ),
    bridge.onQueued?.((requestId, queued) =>
      route({ type: queued ? "QUEUED" : "DEQUEUED", requestId }),
    ),
    bridge.onActivity?.((requestId) => route({ type: "ACTIVITY", requestId })),
  ];

  return {
    perform,
    stop(): void {
      for (const one of unsubscribe) one?.();
    },
  };
}

/** How a surface says that it saw it; it may say anything. */
function seenBy(visibility: unknown): { readonly visibility?: Visibility } {
  return visibility === "browser" || visibility === "styles" ? { visibility } : {};
}
