import { BoundedMap } from "../bounded-map.js";
import { messageOf, ReadbackError } from "../errors.js";
import { mustBeFunction } from "../given.js";
import type { AnswerInput } from "./answers.js";
import type { QuestionRequest } from "./ask.js";
import { type CloseReason, NoSurfaceError, type QuestionBridge } from "./bridge.js";
import { createBridgeListeners } from "./bridge-listeners.js";
import { ShownQuestions } from "./shown-questions.js";

/** What a prompt is given beside the question. */
export interface PromptContext {
  /** Aborts when the question is over, or another presentation takes its place: close the prompt. */
  readonly signal: AbortSignal;
  /** Say this once a person can see the question; never from a timer. */
  shown(): void;
  /** The person types or moves: their time starts again. */
  active(): void;
  /** Why the answer given before was not taken, for the person to fix; `null` the first time. */
  readonly problem: string | null;
}

/**
 * What a prompt comes to: the answers, or that the person dismissed the question (`cancelled`) or refused
 * to answer it (`declined`). `undefined`: there is nobody to ask, such as at the end of the input.
 */
export type PromptReply = readonly AnswerInput[] | "cancelled" | "declined" | undefined;

/** Asks a person one question. */
export type Prompt = (
  request: QuestionRequest,
  context: PromptContext,
) => PromptReply | Promise<PromptReply>;

/** A bridge made of a prompt. */
export interface PromptBridge extends QuestionBridge {
  /** Closes the open prompt. Questions that come from now on have no surface. */
  dispose(): void;
}

/** How many presentations that failed to remember. */
const FAILED = 100;

/** A question that is prompted for, or waits for that. */
interface Prompted {
  readonly request: QuestionRequest;
  /** Closes the prompt; `undefined` before its turn. */
  closing?: AbortController;
  isShown: boolean;
  isQueued: boolean;
  /** Ends the promise of `sendQuestion`. */
  readonly finish: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Makes a whole bridge of one function that asks a person. Questions are asked one at a time, in the order
 * in which they come. A prompt that throws is a failed attempt, and one that gives `undefined` is a surface
 * that is not there: neither is ever taken for a refusal.
 * @example
 * const bridge = promptBridge(async ({ questions: [question] }, { signal, shown }) => {
 *   const answer = chat.send(question.question, { signal });
 *   shown();
 *   return [{ id: question.id, values: [await answer] }];
 * });
 * const asker = createAsker({ bridge });
 */
export function promptBridge(prompt: Prompt): PromptBridge {
  mustBeFunction(prompt, "prompt of promptBridge");
  const listeners = createBridgeListeners();
  const questions = new ShownQuestions<Prompted>();
  /** Presentations that failed after they were shown: sent again, they fail with this. */
  const failed = new BoundedMap<string, { readonly error: unknown }>(FAILED);
  let isDisposed = false;

  const isOpen = (entry: Prompted) => questions.get(entry.request.requestId) === entry;

  /** Prompts for the oldest question, unless somebody is prompted already. */
  function next(): void {
    const [first, ...others] = questions;
    for (const other of others) queue(other, true);
    if (!first || first.closing) return;
    queue(first, false);
    if (isOpen(first)) void ask(first, null);
  }

  function queue(entry: Prompted, isQueued: boolean): void {
    if (entry.isQueued === isQueued) return;
    entry.isQueued = isQueued;
    listeners.emit("onQueued", entry.request.requestId, isQueued);
  }

  async function ask(entry: Prompted, problem: string | null): Promise<void> {
    const { request } = entry;
    const { requestId } = request;
    const closing = new AbortController();
    const { signal } = closing;
    entry.closing = closing;
    const tell = (event: "onRenderConfirmed" | "onActivity") => {
      if (!signal.aborted && isOpen(entry)) listeners.emit(event, requestId);
    };
    const context: PromptContext = {
      signal,
      problem,
      shown() {
        entry.isShown ||= isOpen(entry) && !signal.aborted;
        tell("onRenderConfirmed");
      },
      active: () => tell("onActivity"),
    };
    let reply: PromptReply;
    try {
      reply = await prompt(request, context);
    } catch (error) {
      return lose(entry, error);
    }
    if (reply === undefined) return lose(entry, new NoSurfaceError());
    try {
      if (typeof reply !== "string") listeners.emit("onAnswer", requestId, reply);
      else if (isOpen(entry)) listeners.emit("onCancel", requestId, reply);
      if (typeof reply === "string") end(entry, reply);
    } catch (error) {
      // Whoever listens could not take it: the person is told, and nobody else.
      if (!isOpen(entry)) console.error(error);
      else await ask(entry, `This could not be taken: ${messageOf(error)}`);
    }
  }

  /** Takes a question out, and goes on with the next one. Whether it was there. */
  function end(entry: Prompted, reason?: CloseReason): boolean {
    if (!isOpen(entry)) return false;
    questions.take(entry.request.requestId);
    stop(entry, reason);
    queueMicrotask(next);
    return true;
  }

  function stop({ closing, finish }: Prompted, reason: string = "over"): void {
    closing?.abort(new ReadbackError("stopped", `The question is closed: ${reason}`));
    finish();
  }

  /** The prompt ended without a word of the person. */
  function lose(entry: Prompted, error: unknown): void {
    if (!isOpen(entry)) return;
    const { requestId } = entry.request;
    questions.take(requestId);
    queueMicrotask(next);
    if (!entry.isShown) {
      entry.fail(error);
      return;
    }
    // It is sent again, for what is there: here it would end the same way.
    failed.set(requestId, { error });
    entry.finish();
    listeners.emit("onLost", requestId);
  }

  return {
    ...listeners.methods,
    sendQuestion(request) {
      const { requestId, askId } = request;
      if (isDisposed) throw new NoSurfaceError("This bridge is disposed of: make a new one");
      const failure = failed.get(requestId);
      if (failure) throw failure.error;
      const known = questions.get(requestId);
      if (known) {
        if (known.isShown) listeners.emit("onRenderConfirmed", requestId);
        return undefined;
      }
      const earlier = questions.of(askId);
      return new Promise((finish, fail) => {
        questions.put({ request, isShown: false, isQueued: false, finish, fail });
        if (earlier) stop(earlier, "superseded");
        queueMicrotask(next);
      });
    },
    close(requestId, reason) {
      const entry = questions.get(requestId);
      if (entry) end(entry, reason);
    },
    acknowledge(requestId) {
      const entry = questions.get(requestId);
      if (entry) end(entry, "answered");
    },
    refuse(requestId, problem) {
      const entry = questions.get(requestId);
      if (entry) void ask(entry, problem);
    },
    dispose() {
      isDisposed = true;
      for (const entry of [...questions]) {
        entry.closing?.abort(new ReadbackError("stopped", "The bridge is disposed of"));
        lose(entry, new NoSurfaceError("This bridge is disposed of: make a new one"));
      }
    },
  };
}
