import type { CloseReason, QuestionRequest } from "@readback/core";
import { ShownQuestions } from "@readback/core/surfaces";
import type { EndedQuestion } from "../shared/protocol.js";

/** Ended questions that a page can still get, to show with the text it holds for them. */
const ENDED = 20;

/** A question that is open, and where it stands in each window. */
interface Open<Place> {
  readonly request: QuestionRequest;
  /** Where a person can see it. */
  readonly seenIn: Set<Place>;
  readonly queuedIn: Map<Place, boolean>;
  /** What the host was last told. */
  isOnScreen: boolean;
  isQueued: boolean;
}

/** What has changed for the host. */
export type Change = readonly [about: "onScreen" | "queued", requestId: string, isSo: boolean];

/** The questions as all windows together see them. What that means is core's business. */
export function createBoard<Place>() {
  const open = new ShownQuestions<Open<Place>>();
  const ended: EndedQuestion[] = [];

  /** What the host does not know yet about a question. */
  function news(entry: Open<Place>): Change[] {
    const { requestId } = entry.request;
    const changes: Change[] = [];
    const isOnScreen = entry.seenIn.size > 0;
    // It is queued when no window shows it and some window has it in its queue.
    const isQueued = entry.queuedIn.size > 0 && ![...entry.queuedIn.values()].includes(false);
    if (isQueued !== entry.isQueued) changes.push(["queued", requestId, isQueued]);
    if (isOnScreen !== entry.isOnScreen) changes.push(["onScreen", requestId, isOnScreen]);
    entry.isQueued = isQueued;
    entry.isOnScreen = isOnScreen;
    return changes;
  }

  function changed(requestId: string, change: (entry: Open<Place>) => void): readonly Change[] {
    const entry = open.get(requestId);
    if (!entry) return [];
    change(entry);
    return news(entry);
  }

  return {
    open: (): readonly QuestionRequest[] => [...open].map(({ request }) => request),
    ended: (): readonly EndedQuestion[] => ended,
    isOpen: (requestId: string) => open.get(requestId) !== undefined,
    isOnScreen: (requestId: string) => open.get(requestId)?.isOnScreen ?? false,

    /** Takes a question in. One that is sent again has to be confirmed again. */
    present(request: QuestionRequest): void {
      const at = ended.findIndex((one) => one.request.askId === request.askId);
      if (at >= 0) ended.splice(at, 1);
      open.put({
        request,
        seenIn: new Set(),
        queuedIn: open.get(request.requestId)?.queuedIn ?? new Map(),
        isOnScreen: false,
        isQueued: false,
      });
    },

    /** Ends a question; whether it was open. */
    end(requestId: string, reason: CloseReason): boolean {
      const entry = open.take(requestId);
      if (!entry) return false;
      ended.push({ request: entry.request, reason });
      if (ended.length > ENDED) ended.shift();
      return true;
    },

    see: (requestId: string, place: Place) =>
      changed(requestId, ({ seenIn }) => {
        seenIn.add(place);
      }),
    lose: (requestId: string, place: Place) =>
      changed(requestId, ({ seenIn }) => {
        seenIn.delete(place);
      }),
    queue: (requestId: string, place: Place, isQueued: boolean) =>
      changed(requestId, ({ queuedIn }) => {
        queuedIn.set(place, isQueued);
      }),

    /** Nobody can see this place: what was seen in it alone is on screen no more. */
    hide(place: Place): readonly Change[] {
      return [...open].flatMap((entry) => {
        entry.seenIn.delete(place);
        return news(entry);
      });
    },
    /** A place has gone, with its queue. */
    leave(place: Place): readonly Change[] {
      return [...open].flatMap((entry) => {
        entry.seenIn.delete(place);
        entry.queuedIn.delete(place);
        return news(entry);
      });
    },
  };
}
