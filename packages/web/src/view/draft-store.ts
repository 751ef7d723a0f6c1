import type { Drafts } from "../element/draft.js";

/** In place of the element's own store: a sandboxed view has no storage, and its server keeps what is typed. */
export function createDraftStore() {
  const memory = new Map<string, Drafts>();
  return {
    load: (askId: string) => memory.get(askId),
    save: (askId: string, drafts: Drafts) => void memory.set(askId, drafts),
    forget: (askId: string) => void memory.delete(askId),
  };
}
