import {
  InvalidInputError,
  NoSurfaceError,
  type Question,
  type QuestionRequest,
} from "@readback/core";
import { type ElicitReading, readElicitResult, toElicitation } from "@readback/core/converters";
import { oneLine } from "@readback/core/printable";
import { BoundedMap, type BridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import { type ReadingTime, startReading } from "./reading-time.js";
import type { ToolCall } from "./tool-call.js";

/** How results call the client's own form. */
export const FORM_SURFACE = "elicitation";

/** A question that waits for a reply to the client's own form. */
interface Form {
  readonly request: QuestionRequest;
  /** The call it was presented for; `null` when that was before a restart. */
  readonly call: ToolCall | null;
  /** Why the reply before was not taken, for the person to fix. */
  readonly problem?: string;
  /** The client has it again, after a reply that was not taken; the asker will send it again, too. */
  readonly isOutAgain?: boolean;
  /** Names this form, and no other one of the same question: each time the client is to show it is another. */
  readonly round: string;
}

interface OpenForm extends Form {
  /** When the client was given it. */
  sentAt: number;
  /** From then on. */
  reading: ReadingTime;
  readonly fail: (error: unknown) => void;
  readonly finish: () => void;
  /** Takes the request to the client back; absent while there is none. */
  withdraw?: () => void;
  problem?: string;
  isOutAgain?: boolean;
  round: string;
  /** The round that the client was given in the result of a call. */
  given?: string;
}

/** The replies to the forms of a request that were not taken. */
interface Refusals {
  readonly problem: string;
  readonly count: number;
}

/** Questions shown by clients. A client says nothing of a form until it is over. */
export interface Forms {
  /** Opens a form; the promise fails when the form does. */
  open(request: QuestionRequest, call: ToolCall | null): Promise<void>;
  /** The form of an ask, if it has one. */
  of(askId: string): Form | undefined;
  /** Tells when a form of an ask is opened, until the returned function is called. */
  whenOpened(askId: string, callback: () => void): () => void;
  /** Asks the client of this call, unless one has been asked already. */
  show(askId: string, call: ToolCall): void;
  /** The client is given this form with a result, now: it cannot be replied to sooner. */
  given(requestId: string): void;
  /** Whether there is a form of this request. */
  has(requestId: string): boolean;
  /** Takes the client's reply to a form, also to one that is gone: given up, or from before a restart. */
  reply(requestId: string, questions: readonly Question[], elicitResult: unknown): void;
  /** The reply was not taken: the client is given the form again, with the reason. */
  refuse(requestId: string, problem: string): void;
  /** The question is over. */
  close(requestId: string): void;
}

interface FormsOptions {
  readonly listeners: BridgeListeners;
  /** A reply to a form is about to be passed on. */
  readonly onReply: (requestId: string) => void;
  /** A reply sooner than this, in milliseconds in which it could be heard, was no person's. */
  readonly quickestReply: number;
  /** What a person can do to see questions elsewhere. */
  readonly elsewhere: () => string;
}

/** After so many replies that were not taken the client is no place to ask: no person errs that often. */
const MOST_REFUSALS = 5;
/** How many requests to remember the refusals of. */
const REMEMBERED = 1_000;

const newRound = () => crypto.randomUUID().slice(0, 8);

/** Makes the forms of a bridge with these listeners. */
export function createForms(options: FormsOptions): Forms {
  const { listeners, onReply, quickestReply, elsewhere } = options;
  const forms = new ShownQuestions<OpenForm>();
  const refusals = new BoundedMap<string, Refusals>(REMEMBERED);
  const listening = new Map<string, Set<() => void>>();
  /** The request whose reply is being passed on. */
  let replying: string | undefined;

  function send(form: OpenForm, call: ToolCall): void {
    if (call.elicitation?.kind !== "request") return;
    const withdrawal = new AbortController();
    form.withdraw = () => withdrawal.abort("The question is over");
    form.sentAt = performance.now();
    form.reading = startReading(quickestReply);
    call.elicitation
      .send(formOf(form), withdrawal.signal)
      .then((elicitResult) => take(form, elicitResult), form.fail);
  }

  function pass(requestId: string, reading: ElicitReading): void {
    onReply(requestId);
    replying = requestId;
    try {
      // Its reply is the first sign that somebody saw it.
      listeners.emit("onRenderConfirmed", requestId);
      if (reading.kind === "answer") listeners.emit("onAnswer", requestId, reading.answers);
      else listeners.emit("onCancel", requestId, reading.kind);
    } finally {
      replying = undefined;
    }
  }

  function take(form: OpenForm, elicitResult: unknown): void {
    const { requestId, questions } = form.request;
    try {
      const reading = readElicitResult(questions, elicitResult);
      if (!form.reading.hasPassed()) {
        throw repliedByItself(performance.now() - form.sentAt, elsewhere());
      }
      form.isOutAgain = false;
      pass(requestId, reading);
      // Unless it was refused, which put it out again.
      if (!form.isOutAgain) end(form);
    } catch (error) {
      // Not a refusal: the person may not even have seen it. Core counts the attempt.
      form.fail(error);
    }
  }

  function takeLate(
    requestId: string,
    questions: readonly Question[],
    elicitResult: unknown,
  ): void {
    try {
      pass(requestId, readElicitResult(questions, elicitResult));
    } catch (error) {
      // Nothing that could be kept: the question is shown again.
      if (!(error instanceof InvalidInputError)) throw error;
    }
  }

  function end(form: OpenForm): void {
    if (forms.get(form.request.requestId) === form) forms.take(form.request.requestId);
    form.finish();
  }

  function noteRefusal(requestId: string, problem: string): Refusals {
    const noted = { problem, count: (refusals.get(requestId)?.count ?? 0) + 1 };
    refusals.set(requestId, noted);
    return noted;
  }

  return {
    open(request, call) {
      const { requestId } = request;
      const known = forms.get(requestId);
      const refused = refusals.get(requestId);
      if (refused && refused.count >= MOST_REFUSALS) {
        return Promise.reject(neverAllowed(refused, elsewhere()));
      }
      // Nobody knows when it will be on screen, so no render clock runs; the bound is `queueCap`.
      queueMicrotask(() => listeners.emit("onQueued", requestId, true));
      if (known?.isOutAgain) {
        known.isOutAgain = false;
        return Promise.resolve();
      }
      return new Promise((finish, fail) => {
        const sentAt = performance.now();
        const reading = startReading(quickestReply);
        const round = newRound();
        const form: OpenForm = { request, call, finish, fail, round, sentAt, reading };
        if (refused) form.problem = refused.problem;
        forms.put(form)?.withdraw?.();
        if (call) send(form, call);
        for (const callback of listening.get(request.askId) ?? []) callback();
      });
    },
    whenOpened(askId, callback) {
      const callbacks = listening.get(askId) ?? new Set();
      listening.set(askId, callbacks.add(callback));
      return () => {
        callbacks.delete(callback);
        if (callbacks.size === 0) listening.delete(askId);
      };
    },
    of: (askId) => forms.of(askId),
    show(askId, call) {
      const form = forms.of(askId);
      if (form && !form.withdraw) send(form, call);
    },
    given(requestId) {
      const form = forms.get(requestId);
      if (!form || form.given === form.round) return;
      form.given = form.round;
      form.sentAt = performance.now();
    },
    has: (requestId) => forms.get(requestId) !== undefined,
    reply(requestId, questions, elicitResult) {
      const form = forms.get(requestId);
      if (form) take(form, elicitResult);
      else takeLate(requestId, questions, elicitResult);
    },
    refuse(requestId, problem) {
      // What was answered elsewhere is refused there.
      if (requestId !== replying) return;
      const { count } = noteRefusal(requestId, problem);
      const form = forms.get(requestId);
      if (!form) return;
      form.problem = problem;
      form.round = newRound();
      form.isOutAgain = count < MOST_REFUSALS;
      if (!form.isOutAgain) end(form);
      else if (form.call) send(form, form.call);
      // A client does not say when its form is on screen: nobody knows whether this one is.
      queueMicrotask(() => listeners.emit("onLost", requestId));
    },
    close(requestId) {
      const form = forms.take(requestId);
      form?.withdraw?.();
      form?.finish();
    },
  };
}

/** A client that runs without a person, as in a script, replies to forms at once. */
function repliedByItself(took: number, elsewhere: string): NoSurfaceError {
  const when = `${Math.round(took)} ms after it got it: nobody can have read it`;
  return new NoSurfaceError(`The client replied to its form by itself, ${when}. ${elsewhere}`);
}

/** The replies of a client are again and again not what was asked for: that is no refusal by a person. */
function neverAllowed({ problem, count }: Refusals, elsewhere: string): NoSurfaceError {
  const what = `The client's form brought ${count} replies that the questions do not allow`;
  return new NoSurfaceError(`${what}, the last one because: ${problem}. ${elsewhere}`);
}

/** The question as the parameters of `elicitation/create`. */
export function formOf({ request, problem }: Form): { message: string; requestedSchema: object } {
  const { questions, title, notice } = request;
  const { message, requestedSchema } = toElicitation(questions, title);
  const refused = problem === undefined ? [] : [`Not taken: ${oneLine(problem)}`];
  const notices = notice === null ? refused : [...refused, notice];
  return { message: [...notices, message].join("\n"), requestedSchema };
}
