import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Draft, DraftStore, Field } from "@readback/terminal";

/** How many questions are remembered; the oldest goes first. */
const MOST = 100;

/** What was typed and not sent, in a file: it is still there when the terminal was killed. */
export function draftFile(path: string): DraftStore {
  function read(): Map<string, Draft> {
    try {
      const kept: unknown = JSON.parse(readFileSync(path, "utf8"));
      if (!Array.isArray(kept)) return new Map();
      return new Map(kept.flatMap(([askId, draft]) => (isDraft(draft) ? [[askId, draft]] : [])));
    } catch {
      // None yet, or not one of ours: typing goes on without.
      return new Map();
    }
  }

  function write(drafts: ReadonlyMap<string, Draft>): void {
    const temporary = `${path}.${process.pid}`;
    try {
      writeFileSync(temporary, JSON.stringify([...drafts].slice(-MOST)), { mode: 0o600 });
      renameSync(temporary, path);
    } catch {
      // Where nothing can be written, a question is worth more than its draft.
    }
  }

  return {
    get: (askId) => read().get(askId),
    set(askId, draft) {
      const drafts = read();
      drafts.delete(askId);
      write(drafts.set(askId, draft));
    },
    delete(askId) {
      const drafts = read();
      if (drafts.delete(askId)) write(drafts);
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
