import { openPrivateNotes } from "@readback/node";
import type { Draft, DraftStore, Field } from "@readback/terminal";

/** What was typed and not sent, in a file for each question: it is still there when the terminal was killed. */
export function draftFiles(folder: string): DraftStore {
  const notes = openPrivateNotes(folder);

  /** Where nothing can be read or written, a question is worth more than its draft. */
  function attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch {
      return undefined;
    }
  }

  return {
    get(askId) {
      const draft: unknown = attempt(() => JSON.parse(notes.get(askId) ?? "null"));
      return isDraft(draft) ? draft : undefined;
    },
    set: (askId, draft) => attempt(() => notes.set(askId, JSON.stringify(draft))),
    delete: (askId) => attempt(() => notes.delete(askId)),
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
