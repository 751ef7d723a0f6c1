import { CHECKPOINT_EVENT, type JournalEntry, type Mark, START_EVENT } from "../journal/entry.js";

/** Enough for what one process may have read and another one not yet. */
const REMEMBERED = 200;

/** An entry, and how much of its instance's history it completes. */
interface Remembered {
  readonly entry: JournalEntry;
  readonly mark: Mark;
}

/** The latest entries of a shared journal: should it be lost, they tell what others do not know. */
export function createRecollection() {
  let recent: Remembered[] = [];

  return {
    note(entry: JournalEntry, mark: Mark): void {
      if (entry.event === CHECKPOINT_EVENT) return;
      recent.push({ entry, mark });
      if (recent.length > 2 * REMEMBERED) recent = recent.slice(-REMEMBERED);
    },
    /**
     * The entries of an instance that a beginning (a checkpoint, a start) knows nothing of: they came
     * later, or belong to a younger life of the same name, which it takes the place of. Forgets them.
     */
    takeMissing(instance: string, { born, moves }: Mark): readonly JournalEntry[] {
      const isMissing = ({ entry, mark }: Remembered) =>
        entry.instance === instance &&
        entry.event !== START_EVENT &&
        (mark.born > born || (mark.born === born && mark.moves > moves));
      const missing = recent.filter(isMissing);
      if (missing.length > 0) recent = recent.filter((one) => !isMissing(one));
      return missing.map(({ entry }) => entry);
    },
  };
}
