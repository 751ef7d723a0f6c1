import { ReadbackError, textIn } from "../errors.js";
import type { AnswerInput } from "./answers.js";
import type { QuestionRequest } from "./ask.js";
import type { AskOutcome } from "./result.js";

/** Stops what it was returned for. */
export type Unsubscribe = () => void;

/**
 * How it was seen that a question can be seen. `browser`: the browser itself says that nothing hides it, whoever put it
 * there. `styles`: place and styles say so; what lies over it, or is done to a frame around it, is not known.
 */
export type Visibility = "browser" | "styles";

/** Why a dialog has to go: the ask's outcome, or that nobody knows the request (any more). */
export type CloseReason = AskOutcome | "unknown_request";

/**
 * What a user interface implements. Every `on…` hands over a callback and returns how to take it
 * back. Calls may come twice, late or for requests long gone: all of that is harmless.
 */
export interface QuestionBridge {
  /**
   * Show this. A retry carries the same `askId` and a new `requestId`: it replaces the earlier one.
   * Throw (or reject) {@link NoSurfaceError} when there is nowhere to show it; any other error
   * counts as a failed attempt.
   */
  sendQuestion(request: QuestionRequest): void | Promise<void>;
  /**
   * Another call waits for a question that was sent before, with the same `requestId`; `caller` is new.
   * For surfaces that depend on who calls; others need nothing.
   */
  join?(request: QuestionRequest): void;
  /** How the place is called that shows this question, such as `page`: results and the journal say so. */
  surfaceOf?(requestId: string): string | null;
  /**
   * The question is visible to a person: laid out, painted, in view. Never call it from a timer. Say how that was
   * seen, where it can be seen in more than one way: results and the journal do.
   */
  onRenderConfirmed(callback: (requestId: string, visibility?: Visibility) => void): Unsubscribe;
  /**
   * The last place that showed the question has gone (tab closed, terminal hung up): it is on screen no
   * more. It is sent again at once, with the same `requestId`, for whatever is there or comes.
   */
  onLost?(callback: (requestId: string) => void): Unsubscribe;
  /** The person answered. */
  onAnswer(callback: (requestId: string, answers: readonly AnswerInput[]) => void): Unsubscribe;
  /** The person dismissed the question, or (`declined`) refused to answer it. */
  onCancel(callback: (requestId: string, how?: "cancelled" | "declined") => void): Unsubscribe;
  /** Other questions come first; `queued` false: it is this question's turn now. */
  onQueued?(callback: (requestId: string, queued: boolean) => void): Unsubscribe;
  /** The person types or moves: the response clock starts again. */
  onActivity?(callback: (requestId: string) => void): Unsubscribe;
  /** The question is over: close the dialog, and keep what was typed. */
  close?(requestId: string, reason: CloseReason): void;
  /** The answer has arrived and is kept: "sent" is true now. */
  acknowledge?(requestId: string): void;
  /** The answer was not taken; `problem` says why, for the person to fix. */
  refuse?(requestId: string, problem: string): void;
}

/**
 * Whether a bridge said that there is nowhere to show a question. What it throws may be anything, also
 * the error of another copy of this package.
 */
export function isNoSurface(thrown: unknown): boolean {
  return textIn(thrown, "code") === "no_surface";
}

/** There is nowhere to show a question; the message says what the person can do about it. */
export class NoSurfaceError extends ReadbackError {
  constructor(message = "No user interface is connected: open one, then ask again") {
    super("no_surface", message);
  }
}
