import { journalEntrySchema } from "@readback/core/host";
import { timedBlocks } from "../../lib/journal-blocks.mjs";

/** JSON.parse and the schema of an entry, without a fold. */
export function create({ folder }) {
  const check = (line) => journalEntrySchema.parse(JSON.parse(line));
  return timedBlocks(folder, check, () => ({}));
}
