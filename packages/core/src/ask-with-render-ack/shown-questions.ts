import type { QuestionRequest } from "./ask.js";

/**
 * What a surface holds of the questions it was sent, one entry for each question: a presentation takes
 * the place of an earlier one of the same question, whatever became of that.
 * @example
 * const shown = new ShownQuestions<{ readonly request: QuestionRequest; readonly dialog: Dialog }>();
 * shown.put({ request, dialog })?.dialog.close(); // a retry: the earlier dialog goes
 */
export class ShownQuestions<E extends { readonly request: QuestionRequest }> {
  readonly #byAsk = new Map<string, E>();
  readonly #byRequest = new Map<string, E>();

  /** How many questions there are. */
  get size(): number {
    return this.#byAsk.size;
  }

  /** Takes an entry in, and returns the one whose place it takes. */
  put(entry: E): E | undefined {
    const { askId, requestId } = entry.request;
    const earlier = this.#byAsk.get(askId);
    if (earlier) this.#byRequest.delete(earlier.request.requestId);
    this.#byAsk.set(askId, entry);
    this.#byRequest.set(requestId, entry);
    return earlier;
  }

  /** The entry of a question, whichever presentation it has. */
  of(askId: string): E | undefined {
    return this.#byAsk.get(askId);
  }

  /** The entry of a presentation; `undefined` when another one has taken its place. */
  get(requestId: string): E | undefined {
    return this.#byRequest.get(requestId);
  }

  /** Takes the entry of a presentation out, and returns it. */
  take(requestId: string): E | undefined {
    const entry = this.#byRequest.get(requestId);
    if (!entry) return undefined;
    this.#byRequest.delete(requestId);
    this.#byAsk.delete(entry.request.askId);
    return entry;
  }

  /** Every entry, in the order in which their questions came. */
  [Symbol.iterator](): IterableIterator<E> {
    return this.#byAsk.values();
  }
}
