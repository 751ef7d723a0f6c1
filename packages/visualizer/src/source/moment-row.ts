import type { JournalEntry } from "@readback/core";
import { deadlineIn } from "../model/repeat.js";
import type { Fate } from "../model/track.js";
import { duration, eventWords } from "../model/words.js";
import type { MomentRow } from "./moment-view.js";

/** An entry as a list shows it. */
export function momentRow(n: number, entry: JournalEntry, fate: Fate | null): MomentRow {
  const { time, event, from, to, attempt, bound, generation = 1, cause, outcome } = entry;
  return {
    n,
    time,
    event,
    words: wordsOf(event),
    from,
    to,
    attempt,
    bound,
    generation,
    cause,
    outcome: outcome ?? null,
    isExhausted: entry.exhausted === true,
    told: entry.told?.length ?? 0,
    fate,
    isFromOutside: !event.startsWith("readback.") && deadlineIn(entry) === undefined,
  };
}

/** An event in a few words. */
export function wordsOf(event: string): string {
  if (event === "readback.start") return "start";
  if (event === "readback.checkpoint") return "checkpoint";
  // The state that a delay is of stands beside it.
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event) ?? [];
  if (delay === undefined) return eventWords(event);
  return `after ${Number.isNaN(Number(delay)) ? delay : duration(Number(delay))}`;
}
