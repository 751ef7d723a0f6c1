import type { World } from "../world.js";
import type { Situation } from "./cross.js";

/** What can happen to the journal itself, in every situation. */
export const JOURNAL_ACTS = ["the journal is deleted", "the journal is compacted"] as const;

/** What these do; `onDeleted` is told of the first. */
export function journalActs(
  { clock, disk, truth }: World,
  onDeleted: () => void = () => {},
): Record<(typeof JOURNAL_ACTS)[number], Situation["acts"][string]> {
  return {
    "the journal is deleted": [
      "the world",
      () => {
        clock.advance(1);
        onDeleted();
        truth.forget();
        disk.delete();
      },
    ],
    "the journal is compacted": ["the world", () => disk.compact(truth.checkpoints(clock.now()))],
  };
}

/** Whether one of them has happened. */
export function isJournalCut(happened: readonly string[]): boolean {
  return JOURNAL_ACTS.some((act) => happened.includes(act));
}
