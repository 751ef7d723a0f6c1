import {
  askMachine,
  guardMachine,
  InvalidInputError,
  instructionMachine,
  verifyMachine,
} from "@readback/core";
import { type FileJournal, type FileJournalOptions, openFileJournal } from "./file-journal.js";

/** The machines of `@readback/core`. */
export const MACHINES: FileJournalOptions["machines"] = [
  askMachine,
  guardMachine,
  instructionMachine,
  verifyMachine,
];

/**
 * Opens the journal in a folder, for the four machines of `@readback/core`.
 * @example
 * const journal = createFileJournal({ folder: ".readback/journal" });
 * const asker = createAsker({ bridge, journal });
 * asker.recover(); // goes on where the last process stopped, however it ended
 */
export function createFileJournal(options: Omit<FileJournalOptions, "machines">): FileJournal {
  if (typeof options === "string") {
    const problem = `must be an object, such as { folder: ${JSON.stringify(options)} }`;
    throw new InvalidInputError("file journal options", [{ field: "", problem }]);
  }
  return openFileJournal({ machines: MACHINES, ...options });
}
