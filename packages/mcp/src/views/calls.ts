import type { AskHandle, QuestionRequest } from "@readback/core";
import { BoundedMap } from "@readback/core/surfaces";
import type { ToolCall } from "../tool-call.js";
import {
  ENOUGH_MISSED,
  type ViewHabits,
  type ViewMemory,
  withoutView,
  withView,
} from "./memory.js";

/** A call of a client that says that it shows views. */
interface WaitingCall {
  readonly client: string;
  readonly session: string;
  readonly handle: AskHandle;
}

/** How many questions to remember that their call was let go for a view to come. */
const REMEMBERED = 1_000;

/** The calls of clients that say that they show views, and what each client was seen to do. */
export function createViewCalls(memory: ViewMemory = new Map<string, ViewHabits>()) {
  const calls = new Map<string, WaitingCall>();
  /** Whose view comes after the result, by session. */
  const clients = new BoundedMap<string, string>(REMEMBERED);
  const released = new BoundedMap<string, true>(REMEMBERED);
  const listening = new Map<string, Set<() => void>>();
  const nameOf = ({ client }: ToolCall) => client?.name ?? "";

  return {
    enter(caller: string, call: ToolCall, session: string, handle: AskHandle): void {
      const client = nameOf(call);
      clients.set(session, client);
      calls.set(caller, { client, session, handle });
    },
    leave: (caller: string) => void calls.delete(caller),
    /** A view has called in, for these open questions. */
    opened(session: string, askIds: readonly string[]): void {
      // One that has nothing to show says nothing of when views come: the question may not be asked yet, or be over.
      if (askIds.length === 0) return;
      const isAwaited = [...calls.values()].some(({ handle }) => askIds.includes(handle.askId));
      const client = clients.get(session);
      if (client !== undefined) memory.set(client, withView(memory.get(client), isAwaited));
      for (const askId of askIds) for (const tell of listening.get(askId) ?? []) tell();
    },
    /** Tells once a view holds this question, until the returned function is called. */
    whenOpened(askId: string, callback: () => void): () => void {
      const callbacks = listening.get(askId) ?? new Set();
      listening.set(askId, callbacks.add(callback));
      return () => {
        callbacks.delete(callback);
        if (callbacks.size === 0) listening.delete(askId);
      };
    },
    /** Whether a view is worth waiting for. */
    isExpected: (call: ToolCall) =>
      call.apps && (memory.get(nameOf(call))?.missed ?? 0) < ENOUGH_MISSED,
    /** Whether the client's views come only when its call has a result. */
    isAfter: (call: ToolCall) => memory.get(nameOf(call))?.views === "after",
    missed(call: ToolCall): void {
      memory.set(nameOf(call), withoutView(memory.get(nameOf(call))));
    },
    /** Lets the calls for a question go with `pending`, once for each question, so that a view can come. Whether it did. */
    release({ askId }: QuestionRequest): boolean {
      const waiting = [...calls.values()].filter(({ handle }) => handle.askId === askId);
      if (released.get(askId) || waiting.length === 0) return false;
      released.set(askId, true);
      for (const { handle } of waiting) handle.leave();
      return true;
    },
    /** The question is over: asked again, its call may be let go again. */
    over: (askId: string) => void released.delete(askId),
  };
}
