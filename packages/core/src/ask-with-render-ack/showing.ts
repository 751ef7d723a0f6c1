import type { AskContext, Showing } from "./context.js";
import { besideIn, momentIn, processIn, surfaceIn } from "./event-facts.js";
import type { AskEvent } from "./protocol.js";

// Where a question is on screen, and where a person acts on it.

/** Whether an event comes from where this is shown. */
export const isFrom = ({ process, beside }: Showing, event: AskEvent): boolean =>
  process === processIn(event) && beside === besideIn(event);

/** Where it is shown, with the place that an event names. */
export function shownToo({ shownIn = [] }: AskContext, event: AskEvent): Partial<AskContext> {
  const process = processIn(event);
  const [beside, surface] = [besideIn(event), surfaceIn(event)];
  if (process === undefined && surface === undefined) return {};
  const showing: Showing = {
    ...(process !== undefined && { process }),
    ...(beside !== undefined && { beside }),
    ...(surface !== undefined && { surface }),
  };
  return { shownIn: [...shownIn.filter((one) => !isFrom(one, event)), showing] };
}

/** No place shows it, and nothing of what was measured counts any more. */
export function shownNowhere({ shownIn, evidence }: AskContext): Partial<AskContext> {
  return { ...(shownIn && { shownIn: [] }), ...(evidence && { evidence: null }) };
}

/** What was measured, with what an event brings. The browser's own word is not replaced by less. */
export function measured({ evidence }: AskContext, event: AskEvent): Partial<AskContext> {
  if (event.type !== "RENDERED" || event.visibility === undefined) return {};
  if (evidence && (evidence.visibility === "browser" || event.visibility === "styles")) return {};
  const at = new Date(momentIn(event)).toISOString();
  return { evidence: { visibility: event.visibility, surface: event.surface ?? null, at } };
}

/** Where a person acts with an event. */
export function actingOn({ actedOn }: AskContext, event: AskEvent): Partial<AskContext> {
  const surface = surfaceIn(event);
  if (surface !== undefined) return { actedOn: surface };
  return actedOn === undefined ? {} : { actedOn: null };
}
