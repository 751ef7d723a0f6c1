import type { Runtime } from "../runtime/runtime-interface.js";
import type { askMachine } from "./machine.js";

/**
 * Says in the journal that callers have the answers they were given, but not before they had a chance
 * to act on them: a process that dies in between keeps the answer for the next call.
 */
export function createReceipts(
  runtime: Runtime<typeof askMachine>,
  onError: (error: unknown) => void,
) {
  /** Calls that were given an answer, and the ask it belongs to. */
  const given = new Map<string, string>();

  function say(type: "RECEIVED" | "NOT_RECEIVED", caller: string, askId: string): void {
    given.delete(caller);
    try {
      runtime.send(askId, { type, caller });
    } catch (error) {
      onError(error);
    }
  }

  function confirm(only?: string): void {
    for (const [caller, askId] of given) {
      if (only === undefined || only === askId) say("RECEIVED", caller, askId);
    }
  }

  return {
    /** Confirms what was given, or only what was given for one ask. */
    confirm,
    /** This caller was given the answer of the ask. */
    give(caller: string, askId: string): void {
      given.set(caller, askId);
      if (given.size === 1) runtime.clock.setTimeout(() => confirm(), 0);
    },
    /** It did not reach the caller. */
    takeBack(caller: string, askId: string): void {
      say("NOT_RECEIVED", caller, askId);
    },
  };
}
