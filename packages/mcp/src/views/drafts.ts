import type { Drafts } from "@readback/web/view";

/** Keeps what was typed in views and not sent, by ask: sandboxed views have no storage of their own. */
export interface ViewDrafts {
  get(askId: string): Drafts | undefined;
  set(askId: string, drafts: Drafts): void;
  delete(askId: string): void;
}
