import type { CloseReason, QuestionRequest } from "@readback/core";
import { ShownQuestions } from "@readback/core/surfaces";
import type { EndedQuestion } from "../shared/protocol.js";

/** Ended questions a tab can still get, to show with the text it holds for them. */
const ENDED = 20;

interface Open {
  readonly request: QuestionRequest;
  /** The tabs that show it to a person. */
  readonly renderedIn: Set<string>;
  /** What was last told of it; `undefined` before the first tab has spoken. */
  isQueued: boolean | undefined;
  readonly queuedIn: Map<string, boolean>;
}

/** What is different without a tab. */
interface Left {
  /** Questions that no tab shows any more. */
  readonly lost: readonly string[];
  readonly queued: readonly (readonly [requestId: string, isQueued: boolean])[];
}

/** The questions as all tabs together see them. What they mean is core's business. */
export function createBoard() {
  const open = new ShownQuestions<Open>();
  const ended: EndedQuestion[] = [];

  /** A question is queued when no tab shows it and some tab has it in its queue. */
  function reportQueue(entry: Open): boolean | undefined {
    const isQueued = entry.queuedIn.size > 0 && ![...entry.queuedIn.values()].includes(false);
    if (entry.isQueued === isQueued) return undefined;
    entry.isQueued = isQueued;
    return isQueued;
  }

  return {
    open: (): readonly QuestionRequest[] => [...open].map(({ request }) => request),
    ended: (): readonly EndedQuestion[] => ended,
    isOpen: (requestId: string) => open.get(requestId) !== undefined,

    present(request: QuestionRequest): void {
      const at = ended.findIndex((one) => one.request.askId === request.askId);
      if (at >= 0) ended.splice(at, 1);
      // Sent again, it is still where it was shown.
      const renderedIn = open.get(request.requestId)?.renderedIn ?? new Set();
      open.put({ request, renderedIn, isQueued: undefined, queuedIn: new Map() });
    },

    isRendered: (requestId: string) => (open.get(requestId)?.renderedIn.size ?? 0) > 0,

    /** Ends a question; whether it was open. */
    end(requestId: string, reason: CloseReason): boolean {
      const entry = open.take(requestId);
      if (!entry) return false;
      ended.push({ request: entry.request, reason });
      if (ended.length > ENDED) ended.shift();
      return true;
    },

    /** Whether this is the first tab in which the question is seen, as far as is known here. */
    confirm(requestId: string, tab: string): boolean {
      const renderedIn = open.get(requestId)?.renderedIn;
      const isFirst = !renderedIn || renderedIn.size === 0;
      renderedIn?.add(tab);
      return isFirst;
    },

    /** Whether the question is queued now, when that has changed. */
    queue(requestId: string, tab: string, isQueued: boolean): boolean | undefined {
      const entry = open.get(requestId);
      if (!entry) return undefined;
      entry.queuedIn.set(tab, isQueued);
      return reportQueue(entry);
    },

    /** Forgets a tab; returns what is queued, or is no longer, and what nobody sees without it. */
    leave(tab: string): Left {
      const entries = [...open];
      const lost = entries.filter(
        ({ renderedIn }) => renderedIn.delete(tab) && renderedIn.size === 0,
      );
      return {
        lost: lost.map(({ request }) => request.requestId),
        queued: entries.flatMap((entry) => {
          const isQueued = entry.queuedIn.delete(tab) ? reportQueue(entry) : undefined;
          return isQueued === undefined ? [] : [[entry.request.requestId, isQueued] as const];
        }),
      };
    },
  };
}
