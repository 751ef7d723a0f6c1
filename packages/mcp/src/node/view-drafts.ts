import { sha256Hex } from "@readback/core/host";
import { ownNotes } from "@readback/node";
import * as z from "zod";
import type { ViewDrafts } from "../views/drafts.js";

/** How many questions are remembered; the oldest goes first. */
const MOST = 100;
const PREFIX = "view-draft.";
const draftsSchema = z.record(
  z.string(),
  z.object({ values: z.array(z.string()), custom: z.string().nullable() }),
);

/**
 * Keeps in the state folder what was typed in views and not sent. Clients that are loaded again start their servers
 * again: the next one has it. One that came with a project would be an answer that nobody typed: it says nothing.
 */
export function viewDrafts(folder: string): ViewDrafts {
  const notes = ownNotes(folder);
  /** The questions whose notes this process wrote: they have their place among the latest. */
  const counted = new Set<string>();
  const noteOf = (askId: string) => PREFIX + sha256Hex(askId).slice(0, 32);

  return {
    get(askId) {
      const noted = notes.read(noteOf(askId));
      return noted === undefined ? undefined : draftsSchema.safeParse(JSON.parse(noted)).data;
    },
    set(askId, drafts) {
      try {
        if (!counted.has(askId)) notes.keepLatest(PREFIX, MOST - 1);
        counted.add(askId);
        notes.write(noteOf(askId), JSON.stringify(drafts));
      } catch {
        // Where nothing can be written, a question is worth more than its draft.
      }
    },
    delete(askId) {
      counted.delete(askId);
      try {
        notes.remove(noteOf(askId));
      } catch {}
    },
  };
}
