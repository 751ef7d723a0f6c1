import type { Journal, JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import type { Clock } from "../../src/runtime/clock.js";

/** The clock of a process that can die: with it go its timers. */
export function mortal(clock: Clock): { readonly clock: Clock; die(): void } {
  const pending = new Set<unknown>();
  let alive = true;
  return {
    clock: {
      now: () => clock.now(),
      setTimeout(callback, ms) {
        if (!alive) return {};
        const handle = clock.setTimeout(() => {
          pending.delete(handle);
          callback();
        }, ms);
        pending.add(handle);
        return handle;
      },
      clearTimeout(handle) {
        pending.delete(handle);
        clock.clearTimeout(handle);
      },
    },
    die() {
      alive = false;
      for (const handle of pending) clock.clearTimeout(handle);
    },
  };
}

/** How a journal comes through a restart. */
export type Passage = "as it is" | "through JSON" | "as checkpoints";

export const PASSAGES: readonly Passage[] = ["as it is", "through JSON", "as checkpoints"];

/** The journal the next process finds. */
export function afterRestart(
  how: Passage,
  runtime: { readonly journal: Journal; checkpoints(): Iterable<JournalEntry> },
): Journal {
  if (how === "as it is") return runtime.journal;
  const journal = createMemoryJournal({ keepFinished: Number.POSITIVE_INFINITY });
  const entries = how === "as checkpoints" ? runtime.checkpoints() : runtime.journal.read();
  for (const entry of entries) journal.append(throughJson(entry));
  return journal;
}

export function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
