import type { AnswerInput, CloseReason, QuestionRequest } from "@readback/core";

/** The one channel: `invoke` from the page to the main process, `send` back. */
export const CHANNEL = "readback:questions";

/** A question that is over, for a page that may hold text for it. */
export interface EndedQuestion {
  readonly request: QuestionRequest;
  readonly reason: CloseReason;
}

/** From the main process to a page. */
export type ToPage =
  /** How things stand: the first message to a page, and again whenever it may have missed something. */
  | {
      readonly type: "hello";
      readonly open: readonly QuestionRequest[];
      readonly ended: readonly EndedQuestion[];
    }
  | { readonly type: "ask"; readonly request: QuestionRequest }
  | { readonly type: "close"; readonly requestId: string; readonly reason: CloseReason }
  | { readonly type: "acknowledge"; readonly requestId: string }
  | { readonly type: "refuse"; readonly requestId: string; readonly problem: string }
  /** The window can be seen again: confirm what a person can see now. */
  | { readonly type: "look" }
  /** The bridge is gone: connect again, to whatever comes after it. */
  | { readonly type: "stopped" };

/** What a page has to say about a question. */
export type Said = { readonly requestId: string } & (
  | { readonly type: "rendered" | "lost" | "activity" }
  | { readonly type: "answer"; readonly answers: readonly AnswerInput[] }
  | { readonly type: "cancel"; readonly how: "cancelled" | "declined" }
  | { readonly type: "queued"; readonly queued: boolean }
);

/** A message to a page, as it travels. The page says that it has it by its number. */
export interface Push {
  readonly nonce: string;
  readonly number: number;
  readonly message: ToPage;
}

/** From a page to the main process, as it travels. `nonce` is the document's own. */
export type FromPage = { readonly nonce: string } & (
  | { readonly type: "connect" }
  | { readonly type: "got"; readonly number: number; readonly problem: string | null }
  | { readonly type: "say"; readonly said: Said }
);

/** Why a message was not taken. */
export type RefusalCode =
  /** It came from a frame, a window or an address that may not speak. */
  | "wrong_sender"
  /** The document is not connected, or not any more: connect, and say it again. */
  | "not_connected"
  | "invalid_message"
  /** Nobody listens yet, as just after a start: say it again soon. */
  | "not_ready"
  /** The program that asked could not take it: say it again soon. */
  | "host_failed"
  /** There is no bridge in the main process, or not yet. */
  | "unreachable";

/** What a message is answered with. Errors are data: thrown ones lose their `code` on the way. */
export type Reply =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: { readonly code: RefusalCode; readonly message: string };
    };

/** What the preload script gives the page, as `window.readback`. */
export interface ReadbackApi {
  /** Connects this document, or connects it again. The latest listener hears what main says. */
  connect(listener: (message: ToPage) => void): Promise<Reply>;
  /** Says something about a question. */
  say(said: Said): Promise<Reply>;
}
