import type { AnswerInput } from "@readback/core";
import type { Visibility } from "@readback/core/surfaces";

/** What `<readback-questions>` tells, by name of the DOM event. All bubble and cross shadow roots. */
export interface ReadbackEvents {
  /** A person can see the question. */
  readonly "readback-rendered": { readonly requestId: string; readonly visibility: Visibility };
  /** The person sent an answer. */
  readonly "readback-answer": {
    readonly requestId: string;
    readonly answers: readonly AnswerInput[];
  };
  /** The person dismissed the question, or refused to answer it. */
  readonly "readback-cancel": {
    readonly requestId: string;
    readonly how: "cancelled" | "declined";
  };
  /** Other questions come first; `queued` false: it is this one's turn. */
  readonly "readback-queued": { readonly requestId: string; readonly queued: boolean };
  /** The person types or moves. */
  readonly "readback-activity": { readonly requestId: string };
  /** How many questions want an answer has changed. */
  readonly "readback-change": { readonly unanswered: number };
}

type Listener<D> = (detail: D) => void;

/** Callbacks of a bridge and DOM events, told of the same things. */
export function createEmitter(target: EventTarget) {
  const listeners = new Map<string, Set<Listener<never>>>();
  return {
    on<N extends keyof ReadbackEvents>(name: N, listener: Listener<ReadbackEvents[N]>): () => void {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    emit<N extends keyof ReadbackEvents>(name: N, detail: ReadbackEvents[N]): void {
      for (const listener of [...(listeners.get(name) ?? [])] as Listener<ReadbackEvents[N]>[]) {
        try {
          listener(detail);
        } catch (error) {
          // One listener that fails must not keep the others from hearing.
          reportError(error);
        }
      }
      target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    },
  };
}
