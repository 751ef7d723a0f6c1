import type { JournalEntry } from "@readback/core";
import { CHECKPOINT_EVENT, START_EVENT } from "@readback/core/host";

/** How far back the same record is looked for. */
const LOOK_BACK = 8;

/** Follows the numbers of one instance's entries: one that is missing tells of an entry that is gone. */
export class Sequence {
  /** The latest number; `undefined` when nobody has counted so far. */
  #latest: number | undefined;
  #isFirst = true;

  /** Takes the next entry; what is wrong with its number, in words. `before`: the entries that came before it. */
  take(entry: JournalEntry, before: readonly JournalEntry[]): SequenceProblem | undefined {
    const { sequence, event } = entry;
    const latest = this.#isFirst ? 0 : this.#latest;
    this.#isFirst = false;
    if (event === CHECKPOINT_EVENT) {
      const { moves } = (entry.payload ?? {}) as { readonly moves?: unknown };
      this.#latest = typeof moves === "number" ? moves : undefined;
      return undefined;
    }
    // Earlier versions and bare hosts did not count; a name may live again.
    const counted = sequence === undefined || latest === undefined ? sequence : latest + 1;
    this.#latest = sequence === undefined ? undefined : Math.max(sequence, counted ?? 0);
    if (sequence === undefined || latest === undefined || event === START_EVENT) return undefined;
    const gone = sequence - latest - 1;
    if (gone > 0) {
      const [from, to] = [latest + 1, sequence - 1];
      const which = from === to ? `entry ${from} is` : `entries ${from} to ${to} are`;
      return { kind: "missing", what: `${which} not there` };
    }
    // Two processes that write at the same moment use a number twice, for different things.
    const isTwice = before.slice(-LOOK_BACK).some((one) => isSame(one, entry));
    return isTwice ? { kind: "repeated", what: `entry ${sequence} is there twice` } : undefined;
  }
}

interface SequenceProblem {
  readonly kind: "missing" | "repeated";
  readonly what: string;
}

function isSame(a: JournalEntry, b: JournalEntry): boolean {
  const isAlike = a.sequence === b.sequence && a.time === b.time && a.event === b.event;
  return isAlike && JSON.stringify(a) === JSON.stringify(b);
}
