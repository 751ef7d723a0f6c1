import type { Cause } from "../bounded.js";
import type { AskContext } from "./context.js";
import { requestIn } from "./event-facts.js";
import type { AskEmitted, AskEvent } from "./protocol.js";
import type { AskOutcome, AskResult } from "./result.js";

// How callers and dialogs are told that something has ended.

/** The timer of a caller's patience. */
export const patienceOf = (caller: string) => `patience.${caller}`;

/** Where a machine puts what is to be done. */
interface Outlet {
  emit(event: AskEmitted): void;
  cancel(id: string): void;
}

/** Gives every caller that waits this result. */
export function tellAll({ callers }: AskContext, result: AskResult, outlet: Outlet): void {
  for (const { id, until } of callers) {
    if (until !== null) outlet.cancel(patienceOf(id));
    outlet.emit({ type: "ask.told", to: id, result });
  }
}

/** Closes the latest presentation, unless a person has just acted on it. */
export function closeLatest(
  { requestId }: AskContext,
  event: AskEvent,
  { as, by }: Ending,
  outlet: Outlet,
): void {
  const isClosed = as === "no_surface" || (by === "human" && requestIn(event) === requestId);
  if (requestId !== null && !isClosed) outlet.emit({ type: "ask.close", requestId, reason: as });
}

/** How something ends for callers, and by whom. */
export interface Ending {
  readonly as: AskOutcome;
  /** Default: what the machine noted last. */
  readonly by?: Cause;
}
