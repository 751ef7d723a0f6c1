import type { QuestionRequest } from "@readback/core";
import type { DraftStore } from "./bridge-options.js";
import { type DialogState, draftOf, hasSameDraft, openDialog } from "./dialog/state.js";

/** A question, from the moment it is sent until it is over. */
export interface Entry {
  readonly request: QuestionRequest;
  dialog: DialogState;
  /** Since when it waits, in milliseconds. */
  readonly since: number;
  isConfirmed: boolean;
  isQueued: boolean;
  /** Whether it is shown, or will be, and why not. */
  readonly sent: { resolve(): void; reject(error: unknown): void };
}

/** A question that was sent; `earlier` is another presentation of it that is still here. */
export function entryOf(
  request: QuestionRequest,
  earlier: Entry | undefined,
  drafts: DraftStore,
  sent: Entry["sent"],
): Entry {
  // A retry goes on where the earlier presentation is, unless an answer to that is under way.
  const goesOn = earlier && earlier.dialog.mode !== "sending";
  return {
    request,
    dialog: goesOn
      ? { ...earlier.dialog, request }
      : openDialog(request, drafts.get(request.askId)),
    since: earlier?.since ?? Date.now(),
    isConfirmed: false,
    isQueued: false,
    sent,
  };
}

/** Whether the person has entered anything. */
export function isTyped({ dialog }: Entry): boolean {
  return draftOf(dialog) !== undefined;
}

/** Keeps what the person has entered since `before`, and no longer what they have erased. */
export function keepDraft(
  { request, dialog }: Entry,
  before: DialogState,
  drafts: DraftStore,
): void {
  if (hasSameDraft(before, dialog)) return;
  const draft = draftOf(dialog);
  if (draft) drafts.set(request.askId, draft);
  // Where nothing was entered here, the draft is that of another terminal.
  else if (draftOf(before)) drafts.delete(request.askId);
}
