import type { Runtime } from "../runtime/runtime-interface.js";
import type { Ask } from "./ask.js";
import type { AskHandle, AskState, DetachedCall } from "./asker-options.js";
import { onScreenIn } from "./context.js";
import type { askMachine } from "./machine.js";
import type { AskResult } from "./result.js";
import { withValues } from "./values.js";

/** What a detached call needs of the asker it was found with. */
interface DetachedCallOwner {
  readonly runtime: Runtime<typeof askMachine>;
  /** Whether somebody in this process sees to it. */
  isHere(key: string): boolean;
  /** From now on this process sees to it. */
  takeUp(ask: Ask, key: string): AskHandle;
  /** The answer has reached whoever asked. */
  received(key: string, askId: string): void;
}

/** Finds a detached call in what the machine knows; nothing else is kept of it. */
export function findDetachedCall(
  { runtime, isHere, takeUp, received }: DetachedCallOwner,
  askId: string,
  key: string,
): DetachedCall | undefined {
  const snapshot = runtime.snapshot(askId);
  if (!snapshot) return undefined;
  const { context } = snapshot;
  const waiting = context.callers.find((one) => one.detached && one.key === key);
  const told = context.remembered?.find((one) => one.at !== undefined && one.key === key);
  if (!waiting && !told) return undefined;
  const { ask } = context;
  const isOpen = waiting !== undefined && snapshot.matches("open");

  function stateNow(): AskState {
    if (!isOpen || !snapshot) return "settled";
    if (snapshot.matches({ open: "rendered" })) return "on_screen";
    return snapshot.matches({ open: { presenting: "queued" } }) ? "queued" : "presenting";
  }

  return {
    ask,
    state: stateNow(),
    requestId: told ? told.result.requestId : context.requestId,
    surface: told ? told.result.surface : onScreenIn(context),
    since: waiting?.since ?? null,
    settledAt: told?.at ?? null,
    result: told ? withValues(ask.questions, told.result as AskResult) : null,
    takeUp() {
      if (!waiting || isHere(key)) return undefined;
      const { processes } = runtime.journal;
      const { process } = waiting;
      const isGone = process === undefined || !processes || processes.isGone(process);
      if (!isGone) return undefined;
      const handle = takeUp(ask, key);
      // Whoever was to show it has gone: it may need another place.
      if (isOpen && !context.renderConfirmed) runtime.send(askId, { type: "SHOW" });
      return handle;
    },
    abort(reason = "The caller gave up waiting") {
      runtime.send(askId, { type: "ABORT", caller: key, hint: reason });
    },
    received() {
      if (context.handedTo.includes(key)) received(key, askId);
    },
  };
}
