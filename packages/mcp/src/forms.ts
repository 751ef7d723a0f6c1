import {
  InvalidInputError,
  NoSurfaceError,
  type Question,
  type QuestionRequest,
} from "@readback/core";
import { type ElicitOutcome, fromElicitResult, toElicitation } from "@readback/core/converters";
import { type BridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import type { ToolCall } from "./tool-call.js";

/** A question that waits for a reply to the client's own form. */
interface Form {
  readonly request: QuestionRequest;
  /** The call it was presented for; `null` when that was before a restart. */
  readonly call: ToolCall | null;
}

interface OpenForm extends Form {
  /** When the client was given it. */
  sentAt: number;
  readonly fail: (error: unknown) => void;
  readonly finish: () => void;
  /** Takes the request to the client back; absent while there is none. */
  withdraw?: () => void;
}

/** Questions shown by clients. A client says nothing of a form until it is over. */
export interface Forms {
  /** Opens a form; the promise fails when the form does. */
  open(request: QuestionRequest, call: ToolCall | null): Promise<void>;
  /** The form of an ask, if it has one. */
  of(askId: string): Form | undefined;
  /** Asks the client of this call, unless one has been asked already. */
  show(askId: string, call: ToolCall): void;
  /** Whether there is a form of this request. */
  has(requestId: string): boolean;
  /** Takes the client's reply to a form, also to one that is gone: given up, or from before a restart. */
  reply(requestId: string, questions: readonly Question[], elicitResult: unknown): void;
  /** The question is over. */
  close(requestId: string): void;
}

interface FormsOptions {
  readonly listeners: BridgeListeners;
  /** A refusal sooner than this was no person's. */
  readonly quickestRefusal: number;
  /** What a person can do to see questions elsewhere. */
  readonly elsewhere: () => string;
}

/** Makes the forms of a bridge with these listeners. */
export function createForms({ listeners, quickestRefusal, elsewhere }: FormsOptions): Forms {
  const forms = new ShownQuestions<OpenForm>();

  function send(form: OpenForm, call: ToolCall): void {
    if (call.elicitation?.kind !== "request") return;
    const withdrawal = new AbortController();
    form.withdraw = () => withdrawal.abort("The question is over");
    form.sentAt = performance.now();
    call.elicitation
      .send(formOf(form.request), withdrawal.signal)
      .then((elicitResult) => take(form, elicitResult), form.fail);
  }

  function pass(requestId: string, outcome: ElicitOutcome): void {
    // Its reply is the first sign that somebody saw it.
    listeners.emit("onRenderConfirmed", requestId);
    if (outcome.kind === "answer") {
      const answers = outcome.answers.map((answer) => ({ ...answer, values: [...answer.values] }));
      listeners.emit("onAnswer", requestId, answers);
    } else listeners.emit("onCancel", requestId, outcome.kind);
  }

  function take(form: OpenForm, elicitResult: unknown): void {
    const { requestId, questions } = form.request;
    try {
      const outcome = fromElicitResult(questions, elicitResult);
      const took = performance.now() - form.sentAt;
      if (outcome.kind !== "answer" && took < quickestRefusal) {
        throw refusedByItself(took, elsewhere());
      }
      forms.take(requestId);
      pass(requestId, outcome);
      form.finish();
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
      pass(requestId, fromElicitResult(questions, elicitResult));
    } catch (error) {
      // Nothing that could be kept: the question is shown again.
      if (!(error instanceof InvalidInputError)) throw error;
    }
  }

  return {
    open(request, call) {
      // Nobody knows when it will be on screen, so no render clock runs; the bound is `queueCap`.
      queueMicrotask(() => listeners.emit("onQueued", request.requestId, true));
      return new Promise((finish, fail) => {
        const form: OpenForm = { request, call, finish, fail, sentAt: performance.now() };
        forms.put(form)?.withdraw?.();
        if (call) send(form, call);
      });
    },
    of: (askId) => forms.of(askId),
    show(askId, call) {
      const form = forms.of(askId);
      if (form && !form.withdraw) send(form, call);
    },
    has: (requestId) => forms.get(requestId) !== undefined,
    reply(requestId, questions, elicitResult) {
      const form = forms.get(requestId);
      if (form) take(form, elicitResult);
      else takeLate(requestId, questions, elicitResult);
    },
    close(requestId) {
      const form = forms.take(requestId);
      form?.withdraw?.();
      form?.finish();
    },
  };
}

/** A client that runs without a person, as in a script, refuses forms at once. */
function refusedByItself(took: number, elsewhere: string): NoSurfaceError {
  const when = `${Math.round(took)} ms after it got it: nobody can have read it`;
  return new NoSurfaceError(`The client refused its form by itself, ${when}. ${elsewhere}`);
}

/** The question as the parameters of `elicitation/create`. */
export function formOf({ questions, title, notice }: QuestionRequest): {
  message: string;
  requestedSchema: object;
} {
  const form = toElicitation(questions, title);
  return notice === null ? form : { ...form, message: `${notice}\n${form.message}` };
}
