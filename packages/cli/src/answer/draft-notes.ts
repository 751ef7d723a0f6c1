import { sha256Hex } from "@readback/core/host";
import { ownNotes } from "@readback/node";
import type { Draft, DraftStore, Field } from "@readback/terminal";

/** How many questions are remembered; the oldest goes first. */
const MOST = 100;
const PREFIX = "draft.";

/**
 * What was typed and not sent, in notes of a folder: it is still there when the terminal was killed. A draft
 * that came with a project would be an answer that nobody typed, one key away from being sent.
 */
export function draftNotes(folder: string): DraftStore {
  const notes = ownNotes(folder);
  /** The questions whose notes this process wrote: they have their place among the latest. */
  const counted = new Set<string>();
  const noteOf = (askId: string) => PREFIX + sha256Hex(askId).slice(0, 32);

  return {
    get(askId) {
      const noted = notes.read(noteOf(askId));
      const draft: unknown = noted === undefined ? undefined : JSON.parse(noted);
      return isDraft(draft) ? draft : undefined;
    },
    set(askId, draft) {
      try {
        if (!counted.has(askId)) notes.keepLatest(PREFIX, MOST - 1);
        counted.add(askId);
        notes.write(noteOf(askId), JSON.stringify(draft));
      } catch {
        // Where nothing can be written, a question is worth more than its draft.
      }
    },
    delete(askId) {
      try {
        notes.remove(noteOf(askId));
      } catch {}
    },
  };
}

function isDraft(value: unknown): value is Draft {
  const { index, fields } = (value ?? {}) as Partial<Draft>;
  if (!Number.isInteger(index) || Number(index) < 0) return false;
  return typeof fields === "object" && fields !== null && Object.values(fields).every(isField);
}

function isField(value: unknown): value is Field {
  const { chosen, own, text } = (value ?? {}) as Partial<Field>;
  const areLabels = Array.isArray(chosen) && chosen.every((label) => typeof label === "string");
  return areLabels && typeof own === "boolean" && typeof text === "string";
}
