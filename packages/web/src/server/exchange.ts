import { NoSurfaceError, type QuestionBridge } from "@readback/core";
import { BoundedMap, createBridgeListeners } from "@readback/core/surfaces";
import type { FromTab, ToTab } from "../shared/protocol.js";
import { createBoard } from "./board.js";

/** What the page implements of a bridge: all that does not depend on who calls. */
export type PageBridge = Required<Omit<QuestionBridge, "join">>;

interface Outlets {
  broadcast(message: ToTab, exceptTab?: string): void;
  send(tab: string, message: ToTab): void;
  isConnected(tab: string): boolean;
  /** How results call the place. Default `page`. */
  readonly surface?: string;
}

/** Nobody listens yet, as just after a restart: the tab keeps its message and sends it again. */
export class NotReadyError extends Error {}

const REPLIES = 1_000;

/**
 * Makes many tabs one bridge: everybody sees the same questions, the host hears each thing once, and
 * a reply goes to the tab it is for.
 */
export function createExchange({ broadcast, send, isConnected, surface = "page" }: Outlets) {
  const board = createBoard();
  const listeners = createBridgeListeners();
  /** Replies by message id: a message that comes again gets the same one, and changes nothing. */
  const replies = new BoundedMap<string, readonly ToTab[]>(REPLIES);
  /** Tabs whose answer waits for the host's word. */
  const answering = new Map<string, FromTab>();
  let current: { readonly message: FromTab; readonly events: ToTab[] } | undefined;
  let isPaused = false;
  let isStopped = false;

  /** To the tab that is being served or whose answer waits; others get `others`, if given. */
  function reply(message: ToTab & { readonly requestId: string }, others: ToTab | null): void {
    const to = current?.message ?? answering.get(message.requestId);
    if (current) current.events.push(message);
    // "Sent" goes the way of the questions, too: the next one must not overtake it.
    if (to && (!current || message.type === "acknowledge")) send(to.tab, message);
    answering.delete(message.requestId);
    if (others) broadcast(others, to?.tab);
  }

  const bridge: PageBridge = {
    ...listeners.methods,
    surfaceOf: () => surface,
    sendQuestion(request) {
      if (isStopped)
        throw new NoSurfaceError("The place that shows questions is stopped: open it again");
      board.present(request);
      broadcast({ type: "ask", request });
      if (board.isRendered(request.requestId)) {
        listeners.emit("onRenderConfirmed", request.requestId);
      }
    },
    close(requestId, reason) {
      const message = { type: "close", requestId, reason } as const;
      // What was not open here concerns the tab that asked for it, and nobody else.
      if (board.end(requestId, reason) || !current) reply(message, message);
      else reply(message, null);
    },
    acknowledge(requestId) {
      board.end(requestId, "answered");
      reply({ type: "acknowledge", requestId }, { type: "close", requestId, reason: "answered" });
    },
    refuse: (requestId, problem) => reply({ type: "refuse", requestId, problem }, null),
  };

  function forward(message: FromTab): void {
    const { requestId } = message;
    switch (message.type) {
      case "rendered":
        if (board.confirm(requestId, message.tab)) {
          listeners.emit("onRenderConfirmed", requestId, message.visibility);
        }
        return;
      case "activity":
        listeners.emit("onActivity", requestId);
        return;
      case "queued":
        // A tab that has gone would keep it queued forever; one that comes back says it again.
        if (!isConnected(message.tab)) return;
        tellQueued(requestId, board.queue(requestId, message.tab, message.queued));
        return;
      case "answer":
        answering.set(requestId, message);
        listeners.emit("onAnswer", requestId, message.answers);
        return;
      case "cancel":
        listeners.emit("onCancel", requestId, message.how);
        // The host need not close what the person closed; the other tabs have to know.
        if (board.isOpen(requestId)) bridge.close(requestId, message.how);
    }
  }

  function tellQueued(requestId: string, isQueued: boolean | undefined): void {
    if (isQueued !== undefined) listeners.emit("onQueued", requestId, isQueued);
  }

  return {
    bridge,
    /** Takes a tab's message and returns what to tell that tab. What the host throws comes out. */
    take(message: FromTab): readonly ToTab[] {
      const known = replies.get(message.id);
      if (known) return known;
      if (!listeners.has("onAnswer"))
        throw new NotReadyError("Nobody listens yet: send it again soon");
      const events: ToTab[] = [];
      current = { message, events };
      try {
        forward(message);
      } finally {
        current = undefined;
      }
      replies.set(message.id, events);
      return events;
    },
    hello: (): ToTab => ({
      type: "hello",
      paused: isPaused,
      open: board.open(),
      ended: board.ended(),
    }),
    /** A tab has gone: what it alone showed is on screen no more, and what waited in its queue alone does not. */
    leave(tab: string): void {
      // A server that stops takes leave of its tabs: they, and the next server, go on with the questions.
      if (isStopped) return;
      const { lost, queued } = board.leave(tab);
      for (const [requestId, isQueued] of queued) tellQueued(requestId, isQueued);
      for (const requestId of lost) listeners.emit("onLost", requestId);
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
