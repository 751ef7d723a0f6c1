import * as z from "zod";
import { DAY, durationSchema, MINUTE } from "../duration.js";
import { InvalidInputError, messageOf, ReadbackError } from "../errors.js";
import { hashOf, quickSha256 } from "../hash.js";
import { functionSchema, parse } from "../parse.js";
import { randomId } from "../random-id.js";
import { createRuntime, type HostOptions, type Runtime } from "../runtime/runtime.js";
import { type Answer, type AnswerInput, checkAnswers } from "./answers.js";
import {
  type Ask,
  type AskContext,
  type AskEmitted,
  type AskEvent,
  type AskTimes,
  isRequestOf,
  type QuestionRequest,
  requestOf,
  resultOf,
} from "./ask.js";
import { NoSurfaceError, type QuestionBridge } from "./bridge.js";
import { type Caller, createCallers } from "./callers.js";
import { askMachine } from "./machine.js";
import { type AskResult, askResult } from "./result.js";
import { ASK_LIMITS, type AskInput, askInputSchema } from "./schema.js";
import { isText, isUsualCall, usualInput } from "./usual.js";

const bridgeSchema = z.object({
  sendQuestion: functionSchema(),
  onRenderConfirmed: functionSchema(),
  onAnswer: functionSchema(),
  onCancel: functionSchema(),
});

const timesSchema = z.object({
  renderTimeout: durationSchema.default(ASK_LIMITS.renderTimeout.default),
  responseTimeout: durationSchema.default(ASK_LIMITS.responseTimeout.default),
  responseCap: durationSchema.default(30 * MINUTE),
  queueCap: durationSchema.default(30 * MINUTE),
  idleWindow: durationSchema.default(10 * MINUTE),
  lateAnswerWindow: z.union([z.literal(0), durationSchema]).default(DAY),
});

const settingsSchema = z.object({
  bridge: bridgeSchema,
  maxRetries: askInputSchema.shape.maxRetries.unwrap().default(ASK_LIMITS.maxRetries.default),
  ...timesSchema.shape,
  maxListening: z.int().min(0).default(10_000),
  retry: z.enum(["agent", "host"]).default("agent"),
  concurrency: z.enum(["queue", "reject", "replace"]).default("queue"),
});

export const callSchema = z.object({
  session: z
    .string()
    .min(1, "must not be empty: name the session")
    .max(1_000, "must have at most 1000 characters")
    .default("default"),
  from: z.string().max(200, "must have at most 200 characters").optional(),
  patience: durationSchema.optional(),
});

/** Settings of {@link createAsker}. Durations are in milliseconds. */
export interface AskerOptions extends HostOptions {
  /** The user interface. */
  readonly bridge: QuestionBridge;
  /** Retries allowed when a question does not appear (`n` allows `1 + n` attempts), 0–5. Default 3. */
  readonly maxRetries?: number;
  /** How long the UI has to confirm that a question is on screen. Default 30,000. */
  readonly renderTimeout?: number;
  /** How long the person has, from the render acknowledgement or the last activity. Default 300,000. */
  readonly responseTimeout?: number;
  /** How far activity can extend that, from the render acknowledgement. Default 30 minutes. */
  readonly responseCap?: number;
  /** How long the UI may keep a question queued behind others. Default 30 minutes. */
  readonly queueCap?: number;
  /** How long the agent has to call again before its count of attempts ends. Default 10 minutes. */
  readonly idleWindow?: number;
  /** How long an answer to an ended ask is accepted, and then kept; 0: not at all. Default 24 hours. */
  readonly lateAnswerWindow?: number;
  /** How many ended asks to keep listening for, oldest let go first. Default 10,000. */
  readonly maxListening?: number;
  /** `agent`: tell the agent to call again. `host`: present again inside the same call. Default `agent`. */
  readonly retry?: "agent" | "host";
  /** When another question is open: let the UI `queue`, `reject` the new one, or `replace` the open one. Default `queue`. */
  readonly concurrency?: "queue" | "reject" | "replace";
  /** Makes the unguessable names of requests. Default: random UUIDs. */
  readonly newId?: () => string;
}

/** Settings of one call. */
export interface AskCallOptions {
  /** Whose question this is; the same question of another session is another ask. Default `default`. */
  readonly session?: string;
  /** Who asks, in words for the person; not part of what makes two asks the same. Default: unsaid. */
  readonly from?: string;
  /** How long this call can wait, in milliseconds: then it gets `pending`, and the next call with the same question goes on waiting. Default: until the ask ends. */
  readonly patience?: number;
  /** Gives up waiting. The question is closed once nobody waits for it. */
  readonly signal?: AbortSignal;
}

/** Asks people, and knows that they were asked. */
export interface Asker {
  /** Asks. Rejects only when the input is bad, the journal cannot be written or the asker is disposed. */
  ask(input: AskInput, options?: AskCallOptions): Promise<AskResult>;
  /** Takes up the asks a journal holds, after a restart: presents the open ones again. Returns how many there are. */
  recover(): number;
  /** Lets go of the bridge and the clock; callers get `aborted`. A journal keeps the asks. */
  dispose(): void;
  readonly runtime: Runtime<typeof askMachine>;
}

/**
 * Makes an asker around a user interface.
 * @example
 * const asker = createAsker({ bridge });
 * const result = await asker.ask({ questions: [{ question: "Deploy now?", type: "confirm" }] });
 * if (result.outcome === "answered") console.log(result.answers[0]?.values); // ["yes"]
 */
export function createAsker(options: AskerOptions): Asker {
  const { bridge, newId = randomId } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  const settings = parse(settingsSchema, options, "asker options");
  const { maxListening } = settings;
  const times: AskTimes = timesSchema.parse(settings);
  const runtime = createRuntime([askMachine], options);
  const callers = createCallers(runtime.clock, leave, giveUp);
  /** Live asks by what they ask; more than one when an ended one still listens. */
  const byAskId = new Map<string, readonly string[]>();
  const listening = new Set<string>();
  /** Asks whose answer a caller has, and whose journal does not say so yet. */
  const handed = new Set<string>();
  /** What was answered last, by request: the answers, or what tells long ones from others. */
  const acknowledged = new Map<string, readonly Answer[] | string>();
  const sha256 = quickSha256();
  let disposed = false;

  const contextOf = (instance: string): AskContext | undefined =>
    runtime.snapshot(instance)?.context;
  /** Of an ask that somebody waits for. */
  const liveContext = (instance: string) => contextOf(instance) as AskContext;

  function find(askId: string, state: "open" | "awaitingRetry" | { ended: "holding" | "untold" }) {
    return byAskId
      .get(askId)
      ?.find((one) => !handed.has(one) && runtime.snapshot(one)?.matches(state));
  }

  function remember(instance: string, askId: string): void {
    byAskId.set(askId, [...(byAskId.get(askId) ?? []), instance]);
  }

  /** Lets go of an instance that is gone, and of the oldest listener when there are too many. */
  function tidy(instance: string, askId: string): void {
    const snapshot = runtime.snapshot(instance);
    if (snapshot?.matches({ ended: "listening" })) listening.add(instance);
    else listening.delete(instance);
    if (!snapshot) {
      const others = byAskId.get(askId)?.filter((other) => other !== instance) ?? [];
      if (others.length > 0) byAskId.set(askId, others);
      else byAskId.delete(askId);
    }
    if (listening.size <= maxListening) return;
    const [oldest = ""] = listening;
    const forgotten = contextOf(oldest) as AskContext;
    runtime.send(oldest, { type: "FORGET" });
    tidy(oldest, forgotten.ask.askId);
  }

  // From the machines to the UI and the callers.

  function perform(emitted: AskEmitted, instance: string): void {
    switch (emitted.type) {
      case "ask.present":
        present(emitted.request, instance);
        break;
      case "ask.acknowledge":
        bridge.acknowledge?.(emitted.requestId);
        break;
      case "ask.close":
        bridge.close?.(emitted.requestId, emitted.reason);
        break;
      case "ask.settled": {
        const told = callers.removeAll(instance);
        for (const caller of told) caller.settle(emitted.result);
        if (told.length > 0 && emitted.result.answered) handOver(instance);
        break;
      }
      case "ask.over":
        tidy(instance, emitted.askId);
    }
  }

  function present(request: QuestionRequest, instance: string): void {
    const failed = (error: unknown) => {
      const type = error instanceof NoSurfaceError ? "NO_SURFACE" : "PRESENT_FAILED";
      runtime.send(instance, { type, requestId: request.requestId, hint: messageOf(error) });
    };
    try {
      const sent = bridge.sendQuestion(request);
      // Nobody waits for this promise: an error of the journal goes where such errors go.
      if (sent) sent.then(undefined, failed).catch(onError);
    } catch (error) {
      failed(error);
    }
  }

  /**
   * A caller has the answer: says so in the journal, but not before the caller had a chance to act
   * on it. A process that dies in between keeps the answer for the next call.
   */
  function handOver(instance: string): void {
    if (!runtime.snapshot(instance)) return;
    handed.add(instance);
    if (handed.size === 1) runtime.clock.setTimeout(confirmHanded, 0);
  }

  function confirmHanded(): void {
    for (const instance of handed) {
      handed.delete(instance);
      try {
        runtime.send(instance, { type: "CLAIM" });
      } catch (error) {
        onError(error);
      }
    }
  }

  // From the UI to the machines.

  function route(event: AskEvent & { readonly requestId: string }): void {
    const { requestId } = event;
    const instance = instanceOf(requestId);
    const taken = runtime.send(instance, event);
    if (taken) return;
    // A dialog that is still there after its ask has ended must not look alive.
    const snapshot = runtime.snapshot(instance);
    if (!snapshot) bridge.close?.(requestId, "unknown_request");
    else if (snapshot.context.outcome) bridge.close?.(requestId, snapshot.context.outcome);
  }

  function answer(requestId: string, input: readonly AnswerInput[]): void {
    const instance = instanceOf(requestId);
    const context = contextOf(instance);
    const kept = acknowledged.get(requestId);
    const known = kept && fingerprintOf(kept);
    // A UI that missed the acknowledgement sends again: "sent" is still true, of the same answer.
    if (known !== undefined && known === fingerprintOf(input)) bridge.acknowledge?.(requestId);
    else if (known !== undefined) bridge.close?.(requestId, "answered");
    else if (!context || !isRequestOf(context, requestId)) {
      bridge.close?.(requestId, "unknown_request");
    } else {
      const { askId, questions } = context.ask;
      try {
        const answers = checkAnswers(questions, input);
        // An answer to an ended ask serves the one that is open now: it is the same question.
        const target = find(askId, "open") ?? find(askId, "awaitingRetry") ?? instance;
        if (!callers.has(target) && settings.lateAnswerWindow === 0) {
          bridge.refuse?.(requestId, "Nobody waits for this answer now, and it would not be kept");
          return;
        }
        const taken = runtime.send(target, { type: "ANSWER", requestId, askId, answers });
        if (taken) acknowledge(requestId, answers.some(isLong) ? fingerprintOf(answers) : answers);
        // Another presentation was quicker.
        if (!taken) bridge.close?.(requestId, "answered");
        // Used up: the ended ask must not take it a second time.
        else if (target !== instance) runtime.send(instance, { type: "FORGET" });
      } catch (error) {
        if (!(error instanceof InvalidInputError)) throw error;
        bridge.refuse?.(requestId, error.message);
      }
    }
  }

  /** Remembers an answer for a UI that sends it again. */
  function acknowledge(requestId: string, answers: readonly Answer[] | string): void {
    acknowledged.set(requestId, answers);
    if (acknowledged.size <= MOST_ACKNOWLEDGED) return;
    acknowledged.delete(acknowledged.keys().next().value as string);
  }

  const unsubscribe = [
    runtime.on(askMachine, perform),
    bridge.onRenderConfirmed((requestId) => route({ type: "RENDERED", requestId })),
    bridge.onAnswer(answer),
    bridge.onCancel((requestId, how) =>
      route({ type: how === "declined" ? "DECLINE" : "CANCEL", requestId }),
    ),
    bridge.onQueued?.((requestId, queued) =>
      route({ type: queued ? "QUEUED" : "DEQUEUED", requestId }),
    ),
    bridge.onActivity?.((requestId) => route({ type: "ACTIVITY", requestId })),
  ];

  // From the callers to the machines.

  /** Waits for the instance's next result; `act` is what sets it going. */
  function wait(instance: string, options: AskCallOptions, act: () => void) {
    return new Promise<AskResult>((resolve) => {
      orReject(callers.add(instance, resolve, options), act);
    });
  }

  /** The journal may refuse an entry: then nothing has changed, and the caller is told. */
  function orReject(caller: Caller, act: () => void): void {
    try {
      act();
    } catch (error) {
      callers.remove(caller);
      const refused = Promise.reject(error);
      // The caller may have its result already.
      refused.catch(() => {});
      caller.settle(refused);
    }
  }

  function giveUp(caller: Caller): void {
    const { instance } = caller;
    const isLast = callers.remove(caller);
    const hint = "The caller gave up waiting";
    const result = resultOf({ ...liveContext(instance), cause: "system", hint }, "aborted");
    orReject(caller, () => isLast && runtime.send(instance, { type: "ABORT", hint }));
    caller.settle(result);
  }

  /** A caller can wait no longer. The question stays where it is. */
  function leave(caller: Caller): void {
    const { instance } = caller;
    let context = liveContext(instance);
    try {
      // What falls due for the ask at the same moment comes first, whichever timer rang.
      runtime.catchUp();
      if (!callers.has(instance)) return;
      context = liveContext(instance);
      if (callers.remove(caller)) runtime.send(instance, { type: "LEAVE" });
    } catch (error) {
      callers.remove(caller);
      onError(error);
    }
    caller.settle(resultOf({ ...context, cause: "timer", hint: null }, "pending"));
  }

  function askOf(input: AskInput, call: AskCallOptions): Ask {
    const { session, from } = (
      isUsualCall(call) ? call : parse(callSchema, call, "ask options")
    ) as z.output<typeof callSchema>;
    const own = usualInput(input) ?? parse(askInputSchema, input, "ask input");
    const { questions, maxRetries = settings.maxRetries } = own;
    const title = own.title ?? null;
    const { renderTimeout = times.renderTimeout, responseTimeout = times.responseTimeout } = own;
    // Most calls bring no times of their own: then all asks share one object.
    const isUsual =
      renderTimeout === times.renderTimeout && responseTimeout === times.responseTimeout;
    return {
      askId: hashOf({ questions, session, title }, sha256),
      requestBase: newId(),
      session,
      from: from ?? null,
      title,
      questions,
      maxRetries,
      retry: settings.retry,
      receipt: options.journal !== undefined,
      times: isUsual ? times : { ...times, renderTimeout, responseTimeout },
    };
  }

  /** Gives this call what came while nobody waited. */
  function claim(instance: string): AskResult {
    const context = contextOf(instance) as AskContext;
    const { ask, requestId, answers, outcome, kept } = context;
    if (kept === "answered" && ask.receipt) handOver(instance);
    else runtime.send(instance, { type: "CLAIM" });
    if (outcome !== null && (kept === null || outcome === "answered")) {
      return resultOf(context, outcome);
    }
    return askResult("answered", {
      ...nothingPresented(ask),
      renderConfirmed: true,
      requestId,
      answers,
      cause: "human",
    });
  }

  /** What stands in the way of presenting a question now, by the `concurrency` setting. */
  function blocked(): boolean {
    if (settings.concurrency === "queue") return false;
    const open = [...runtime.live()].filter(([, snapshot]) => snapshot.matches("open"));
    if (settings.concurrency === "reject") return open.length > 0;
    for (const [instance] of open) runtime.send(instance, { type: "SUPERSEDE" });
    return false;
  }

  function begin(input: AskInput, options: AskCallOptions): AskResult | Promise<AskResult> {
    if (disposed) throw new ReadbackError("stopped", "This asker is disposed: make a new one");
    const ask = askOf(input, options);
    const { askId, requestBase } = ask;
    if (options.signal?.aborted) {
      return askResult("aborted", { ...nothingPresented(ask), cause: "system" });
    }
    const holding = find(askId, { ended: "holding" });
    if (holding !== undefined) return claim(holding);
    const open = find(askId, "open");
    if (open !== undefined) {
      return wait(open, options, () => runtime.send(open, { type: "JOIN" }));
    }
    const untold = find(askId, { ended: "untold" });
    if (untold !== undefined) return claim(untold);
    const told = find(askId, "awaitingRetry");
    // What a person did meanwhile is given at once: nothing has to be presented.
    const isDecided = told !== undefined && contextOf(told)?.kept !== null;
    if (!isDecided && blocked()) {
      return askResult("rejected", { ...nothingPresented(ask), cause: "policy" });
    }
    if (told !== undefined) {
      return wait(told, options, () => runtime.send(told, { type: "RETRY" }));
    }
    return wait(requestBase, options, () => {
      remember(requestBase, askId);
      try {
        runtime.start(askMachine, requestBase, ask);
      } finally {
        // The start may have failed, or the ask may be over already.
        tidy(requestBase, askId);
      }
    });
  }

  return {
    runtime,
    // Not an async function: that would be one more promise for each call that waits.
    ask(input, options = {}) {
      try {
        return Promise.resolve(begin(input, options));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    recover() {
      runtime.recover(({ machine, event, payload }) => {
        // Every answer in the journal was acknowledged.
        if (machine === askMachine.id && event === "ANSWER") {
          acknowledge(String(payload?.requestId), fingerprintOf(payload?.answers));
        }
        return true;
      });
      const open = new Map<string, string | null>();
      for (const [instance, snapshot] of runtime.live()) {
        const { ask, kept, requestId, answers } = snapshot.context;
        remember(instance, ask.askId);
        tidy(instance, ask.askId);
        if (kept === "answered") acknowledge(requestId ?? "", fingerprintOf(answers));
        if (snapshot.matches("open")) open.set(instance, requestId);
      }
      // Whoever waited is gone.
      for (const instance of open.keys()) runtime.send(instance, { type: "LEAVE" });
      runtime.resume();
      let live = 0;
      for (const [instance, snapshot] of runtime.live()) {
        live += 1;
        const { context } = snapshot;
        // One whose attempt fell due meanwhile has just been presented anew, or is over.
        if (snapshot.matches("open") && open.get(instance) === context.requestId) {
          present(requestOf(context), instance);
        }
      }
      return live;
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      for (const instance of callers.instances()) {
        const hint = "The program that asked is stopping";
        const result = resultOf({ ...liveContext(instance), cause: "system", hint }, "aborted");
        for (const caller of callers.removeAll(instance)) caller.settle(result);
      }
      confirmHanded();
      for (const stop of unsubscribe) stop?.();
      runtime.stop();
    },
  };
}

function nothingPresented({ askId, maxRetries }: Ask) {
  return { askId, maxRetries, renderConfirmed: false, answers: [], attempt: 0, requestId: null };
}

/** The instance a request names. It may not exist: request ids come from outside. */
function instanceOf(requestId: string): string {
  return requestId.slice(0, Math.max(0, requestId.lastIndexOf(".")));
}

/** Of many answers, only a little is remembered. */
const MOST_ACKNOWLEDGED = 1_000;
const LONGEST_FINGERPRINT = 500;

function isLong({ values, custom }: Answer): boolean {
  return [custom, ...values].join("").length > LONGEST_FINGERPRINT;
}

/** Tells one answer from another, in whatever form a UI or a journal gives it; it may be anything. */
function fingerprintOf(answers: unknown): string {
  if (typeof answers === "string") return answers;
  const said: string[] = [];
  for (const answer of Array.isArray(answers) ? answers : []) {
    const { id, values, custom } = (answer ?? {}) as Readonly<Record<string, unknown>>;
    const texts = [custom, ...(Array.isArray(values) ? values : [])].filter((text) => isText(text));
    if (texts.length > 0) said.push(JSON.stringify([String(id), isText(custom), texts]));
  }
  const text = said.sort().join();
  return text.length <= LONGEST_FINGERPRINT ? text : hashOf(text);
}
