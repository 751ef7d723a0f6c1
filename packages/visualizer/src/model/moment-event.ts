import type { EventObject } from "xstate";
import { deadlineIn, eventOf } from "./repeat.js";
import type { Moment } from "./track.js";

/** The event that a machine was given; a deadline knows more of it than its entry. None at a beginning. */
export function eventIn({ understood, before }: Moment): EventObject | undefined {
  const entry = understood.at(-1);
  if (!entry || entry.event.startsWith("readback.")) return undefined;
  const id = deadlineIn(entry);
  return before?.deadlines.find((one) => one.id === id)?.event ?? eventOf(entry);
}
