import type { Drafts } from "../element/draft.js";

/**
 * In place of the element's own store: a sandboxed view has no storage, and its server keeps what is typed. The view
 * gives the element a store around this before it shows anything.
 */
export const createDraftStore = () => new Map<string, Drafts>();
