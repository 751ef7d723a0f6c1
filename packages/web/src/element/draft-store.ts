import type { Drafts } from "./draft.js";

const keyOf = (askId: string) => `readback:draft:${askId}`;

/** Keeps what was typed over a reload and a retry, for as long as the tab lives. */
export interface DraftStore {
  load(askId: string): Drafts | undefined;
  save(askId: string, drafts: Drafts): void;
  forget(askId: string): void;
}

/** A store in `sessionStorage`; where the browser denies that, one in memory. */
export function createDraftStore(): DraftStore {
  const memory = new Map<string, Drafts>();
  return {
    load: (askId) => memory.get(askId) ?? parsed(attempt((store) => store.getItem(keyOf(askId)))),
    save(askId, drafts) {
      memory.set(askId, drafts);
      attempt((store) => store.setItem(keyOf(askId), JSON.stringify(drafts)));
    },
    forget(askId) {
      memory.delete(askId);
      attempt((store) => store.removeItem(keyOf(askId)));
    },
  };
}

/** Storage may be switched off or full: then the text lives as long as the page. */
function attempt<T>(use: (store: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Other code shares the storage: what is not a draft is none. */
function parsed(text: string | null | undefined): Drafts | undefined {
  if (!text) return undefined;
  try {
    const found: unknown = JSON.parse(text);
    return isDrafts(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isDrafts(found: unknown): found is Drafts {
  if (typeof found !== "object" || found === null || Array.isArray(found)) return false;
  return Object.values(found).every(
    (draft) =>
      Array.isArray(draft?.values) &&
      draft.values.every((value: unknown) => typeof value === "string") &&
      (draft.custom === null || typeof draft.custom === "string"),
  );
}
