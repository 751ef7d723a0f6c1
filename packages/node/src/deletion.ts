import { JournalError } from "./journal-error.js";
import { ownNotes } from "./own-notes.js";
import { privateFolder } from "./private-files.js";

const NOTE = "deleted";

/**
 * What to tell a person of an error, when it says that the journal in a state folder was deleted while in use;
 * `undefined` for every other error. Leaves a note for {@link lastDeletion}.
 */
export function deletionToTell(folder: string, error: unknown, now: number): string | undefined {
  if (!(error instanceof JournalError) || error.lost !== "deleted") return undefined;
  try {
    privateFolder(folder);
    ownNotes(folder).write(NOTE, String(now));
  } catch {
    // People are told all the same.
  }
  const at = new Date(now).toTimeString().slice(0, 5);
  return `At ${at} the questions in ${folder} were deleted while in use. ${WHAT_IT_MEANS}`;
}

/** What such a deletion comes to, and how to avoid the next one. */
export const WHAT_IT_MEANS =
  "Open questions were written again and go on; what was over is forgotten. To keep it: git clean -e .readback";

/** When that was found the last time, in milliseconds since the epoch. */
export function lastDeletion(folder: string): number | undefined {
  const at = Number(ownNotes(folder).read(NOTE) ?? Number.NaN);
  return Number.isFinite(at) ? at : undefined;
}
