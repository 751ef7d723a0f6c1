import type { QuestionRequest } from "@readback/core";
import type { ToolCall } from "../tool-call.js";
import type { Views } from "./views.js";

interface ViewsFirstOptions {
  readonly views: Views;
  /** How long a view has to call in. */
  readonly viewWithin: number;
  /** How long one that has called in has to show the question. */
  readonly comesUpWithin: number;
  /** Shows the question where it goes without views. */
  readonly elsewhere: (request: QuestionRequest) => void | Promise<void>;
}

/** How long a view may take that its host mounts once it has the result. */
const AFTER_RESULT = 20_000;

/**
 * Lets the view inside the client come first. Only one that has called in is evidence that there is one; without
 * one, and when that one does not show the question, it goes where it goes without views.
 */
export function createViewsFirst(options: ViewsFirstOptions) {
  const { views, viewWithin, comesUpWithin, elsewhere } = options;
  const { calls } = views;
  /** Requests that wait for a view: how to end that. */
  const ends = new Map<string, () => void>();

  function end(requestId: string): void {
    ends.get(requestId)?.();
    ends.delete(requestId);
  }

  async function show(request: QuestionRequest, call: ToolCall): Promise<void> {
    const { requestId } = request;
    end(requestId);
    let isOver = false;
    const over = new Promise<false>((resolve) => {
      ends.set(requestId, () => {
        isOver = true;
        resolve(false);
      });
    });
    const comes = (within: number) => Promise.race([views.comes(request, within), over]);
    // The call gets its handle once this has returned.
    await Promise.resolve();
    const isLetGo = calls.isAfter(call) && calls.release(request);
    const isThere = await comes(isLetGo ? AFTER_RESULT : viewWithin);
    if (isThere) await Promise.race([sleep(comesUpWithin), over]);
    else if (!isOver && !isLetGo) calls.missed(call);
    if (isOver) return;
    try {
      await elsewhere(request);
    } catch (error) {
      // There is nowhere else. Some hosts mount a view once they have a result: they get one.
      if (isThere || isLetGo || !calls.release(request)) throw error;
      if (!(await comes(AFTER_RESULT)) && !isOver) throw error;
    } finally {
      ends.delete(requestId);
    }
  }

  views.onRenderConfirmed(end);
  return { show, end };
}

function sleep(time: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    (timer as { unref?: () => void }).unref?.();
  });
}
