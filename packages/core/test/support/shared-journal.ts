import type { Journal, JournalEntry } from "../../src/journal/entry.js";
import { throughJson } from "./crash.js";

/** A journal that several processes write: each has its own view of it, and learns of the others. */
export function createSharedJournal() {
  const entries: JournalEntry[] = [];
  let intrude: (() => void) | undefined;

  return {
    entries: entries as readonly JournalEntry[],
    /** Does this just before the next entry is written: another process is quicker. */
    beforeNextAppend(act: () => void) {
      intrude = act;
    },
    view(): Journal {
      let seen = 0;
      const news = () => {
        const others = entries.slice(seen).map(throughJson);
        seen = entries.length;
        return others;
      };
      return {
        append(entry) {
          const act = intrude;
          intrude = undefined;
          act?.();
          const others = news();
          entries.push(throughJson(entry));
          seen = entries.length;
          return others;
        },
        catchUp: news,
        read() {
          seen = entries.length;
          return entries.map(throughJson);
        },
        subscribe: () => () => {},
      };
    },
  };
}
