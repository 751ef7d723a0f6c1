import { type AnswerInput, NoSurfaceError, type QuestionBridge } from "@readback/core";
import type { FromTab, ToTab } from "../shared/protocol.js";
import { createBoard } from "./board.js";

interface Outlets {
  broadcast(message: ToTab, exceptTab?: string): void;
  send(tab: string, message: ToTab): void;
  isConnected(tab: string): boolean;
}

/** Nobody listens yet, as just after a restart: the tab keeps its message and sends it again. */
export class NotReadyError extends Error {}

const REPLIES = 1_000;

/**
 * Makes many tabs one bridge: everybody sees the same questions, the host hears each thing once, and
 * a reply goes to the tab it is for.
 */
export function createExchange({ broadcast, send, isConnected }: Outlets) {
  const board = createBoard();
  const rendered = new Set<(requestId: string) => void>();
  const answer = new Set<(requestId: string, answers: readonly AnswerInput[]) => void>();
  const cancel = new Set<(requestId: string, how?: "cancelled" | "declined") => void>();
  const queued = new Set<(requestId: string, queued: boolean) => void>();
  const activity = new Set<(requestId: string) => void>();
  /** Replies by message id: a message that comes again gets the same one, and changes nothing. */
  const replies = new Map<string, readonly ToTab[]>();
  /** Tabs whose answer waits for the host's word. */
  const answering = new Map<string, FromTab>();
  let current: { readonly message: FromTab; readonly events: ToTab[] } | undefined;
  let isPaused = false;
  let isStopped = false;

  function subscribe<C>(set: Set<C>, callback: C): () => void {
    set.add(callback);
    return () => set.delete(callback);
  }

  /** To the tab that is being served or whose answer waits; others get `others`, if given. */
  function reply(message: ToTab & { readonly requestId: string }, others: ToTab | null): void {
    const to = current?.message ?? answering.get(message.requestId);
    if (current) current.events.push(message);
    // "Sent" goes the way of the questions, too: the next one must not overtake it.
    if (to && (!current || message.type === "acknowledge")) send(to.tab, message);
    answering.delete(message.requestId);
    if (others) broadcast(others, to?.tab);
  }

  const bridge: Required<QuestionBridge> = {
    sendQuestion(request) {
      if (isStopped) throw new NoSurfaceError("The question page is stopped: open it again");
      board.present(request);
      broadcast({ type: "ask", request });
    },
    onRenderConfirmed: (callback) => subscribe(rendered, callback),
    onAnswer: (callback) => subscribe(answer, callback),
    onCancel: (callback) => subscribe(cancel, callback),
    onQueued: (callback) => subscribe(queued, callback),
    onActivity: (callback) => subscribe(activity, callback),
    close(requestId, reason) {
      const message = { type: "close", requestId, reason } as const;
      // What was not open here concerns the tab that asked for it, and nobody else.
      if (board.end(requestId, reason) || !current) reply(message, message);
      else reply(message, null);
    },
    acknowledge(requestId) {
      const by = current?.message ?? answering.get(requestId);
      if (by) board.answered(requestId, by.id);
      board.end(requestId, "answered");
      reply({ type: "acknowledge", requestId }, { type: "close", requestId, reason: "answered" });
    },
    refuse: (requestId, problem) => reply({ type: "refuse", requestId, problem }, null),
  };

  function forward(message: FromTab): void {
    const { requestId } = message;
    switch (message.type) {
      case "rendered":
        if (board.confirm(requestId)) for (const tell of rendered) tell(requestId);
        return;
      case "activity":
        for (const tell of activity) tell(requestId);
        return;
      case "queued":
        // A tab that has gone would keep it queued for ever; one that comes back says it again.
        if (!isConnected(message.tab)) return;
        tellQueued(requestId, board.queue(requestId, message.tab, message.queued));
        return;
      case "answer":
        if (board.isAnsweredByOther(requestId, message.id)) {
          reply({ type: "close", requestId, reason: "answered" }, null);
          return;
        }
        answering.set(requestId, message);
        for (const tell of answer) tell(requestId, message.answers);
        return;
      case "cancel":
        for (const tell of cancel) tell(requestId, message.how);
        // The host need not close what the person closed; the other tabs have to know.
        if (board.isOpen(requestId)) bridge.close(requestId, message.how);
    }
  }

  function tellQueued(requestId: string, isQueued: boolean | undefined): void {
    if (isQueued === undefined) return;
    for (const tell of queued) tell(requestId, isQueued);
  }

  return {
    bridge,
    /** Takes a tab's message and returns what to tell that tab. What the host throws comes out. */
    take(message: FromTab): readonly ToTab[] {
      const known = replies.get(message.id);
      if (known) return known;
      if (answer.size === 0) throw new NotReadyError("Nobody listens yet: send it again soon");
      const events: ToTab[] = [];
      current = { message, events };
      try {
        forward(message);
      } finally {
        current = undefined;
      }
      replies.set(message.id, events);
      const [oldest] = replies.keys();
      if (replies.size > REPLIES && oldest !== undefined) replies.delete(oldest);
      return events;
    },
    hello: (): ToTab => ({
      type: "hello",
      paused: isPaused,
      open: board.open(),
      ended: board.ended(),
    }),
    /** A tab has gone: what waited in its queue alone does so no more. */
    leave(tab: string): void {
      for (const [requestId, isQueued] of board.leave(tab)) tellQueued(requestId, isQueued);
    },
    setPaused(paused: boolean): void {
      isPaused = paused;
      broadcast({ type: "paused", paused });
    },
    stop(): void {
      isStopped = true;
    },
  };
}
