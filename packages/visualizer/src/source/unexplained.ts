import type { JournalEntry } from "@readback/core";
import { momentRow, wordsOf } from "./moment-row.js";
import type { MomentView } from "./moment-view.js";
import { plainOf } from "./plain.js";
import { plainEntry } from "./plain-parts.js";

export const NO_DEFINITION =
  "The definition of this machine is not known here, so its entries are shown as they were written. " +
  "Give the machine to whoever shows this page, and every moment can be explained.";

/** What is due, by the entry itself. */
function timersIn({ timers = [] }: JournalEntry): MomentView["whatNext"]["deadlines"] {
  return timers.map(({ id, at }) => ({ at, event: id, words: wordsOf(id) }));
}

/** A moment of a machine whose definition is not known: what its entry says, and nothing else. */
export function unexplained(n: number, entry: JournalEntry): MomentView {
  return {
    row: momentRow(n, entry, null),
    entry: plainEntry(entry),
    understood: null,
    state: entry.to,
    waitsFor: null,
    context: plainOf(entry.payload?.context ?? null),
    changes: [],
    emitted: [],
    lights: { current: entry.to.split("+"), fired: [] },
    whyHere: { by: n, sentences: [], candidates: [] },
    judged: [],
    microsteps: [],
    whatNext: { sentences: [], candidates: [], deadlines: timersIn(entry) },
    forecast: { end: "goes on", steps: [], state: entry.to, waitsFor: [], sentences: [] },
    problem: NO_DEFINITION,
  };
}
