import { assign, emit, enqueueActions, setup } from "xstate";
import type { Cause } from "../bounded.js";
import { momentOf } from "../runtime/moment.js";
import type { AskStart } from "./ask.js";
import {
  type AskContext,
  isOpenRequest,
  presentationIn,
  presentations,
  remembering,
  requestOf,
  resultOf,
  type Showing,
  unpresentedResult,
} from "./context.js";
import type { AskEmitted, AskEvent } from "./protocol.js";
import { requestIdOf } from "./request-id.js";
import type { AskOutcome, AskResult } from "./result.js";

/** The request an event is about; empty when it is about none. */
const requestIn = (event: AskEvent): string => ("requestId" in event ? event.requestId : "");
const hintIn = (event: AskEvent): string | null => ("hint" in event ? (event.hint ?? null) : null);

/** When it happened: every host stamps its events. */
const momentIn = (event: AskEvent): number => momentOf(event as { readonly at?: number });

/** The timer of a caller's patience. */
const patienceOf = (caller: string) => `patience.${caller}`;

/** The call an event makes: XState gives the first one as the machine's input. */
function callIn(event: AskEvent) {
  if (event.type === "CALL") return { ...event, at: momentOf(event) };
  const { call, at } = (event as unknown as { input: AskStart }).input;
  return { ...call, at };
}

/** What was told to an earlier call with the key of this one. */
const rememberedFor = ({ remembered = [] }: AskContext, event: AskEvent) =>
  event.type === "CALL" && event.key !== undefined
    ? remembered.find(({ key }) => key === event.key)?.result
    : undefined;

/** The process an event names. */
const processIn = (event: AskEvent): string | undefined =>
  "process" in event ? event.process : undefined;

/** The surface beside the bridge of its process that an event names. */
const besideIn = (event: AskEvent): string | undefined =>
  "beside" in event ? event.beside : undefined;

/** Whether an event comes from where this is shown. */
const isFrom = ({ process, beside }: Showing, event: AskEvent): boolean =>
  process === processIn(event) && beside === besideIn(event);

/** The surface an event comes from. */
const surfaceIn = (event: AskEvent): string | undefined =>
  "surface" in event ? event.surface : undefined;

/** The caller an event is about, if it waits. */
const waitingIn = ({ callers }: AskContext, event: AskEvent) =>
  "caller" in event ? callers.find(({ id }) => id === event.caller) : undefined;

const isWaiting = (context: AskContext, event: AskEvent): boolean =>
  waitingIn(context, event) !== undefined;

/** Where it is shown, with the place that an event names. */
function shownToo({ shownIn = [] }: AskContext, event: AskEvent): Partial<AskContext> {
  const process = processIn(event);
  const [beside, surface] = [besideIn(event), surfaceIn(event)];
  if (process === undefined && surface === undefined) return {};
  const showing: Showing = {
    ...(process !== undefined && { process }),
    ...(beside !== undefined && { beside }),
    ...(surface !== undefined && { surface }),
  };
  return { shownIn: [...shownIn.filter((one) => !isFrom(one, event)), showing] };
}

/** No place shows it, and nothing of what was measured counts any more. */
function shownNowhere({ shownIn, evidence }: AskContext): Partial<AskContext> {
  return { ...(shownIn && { shownIn: [] }), ...(evidence && { evidence: null }) };
}

/** What was measured, with what an event brings. The browser's own word is not replaced by less. */
function measured({ evidence }: AskContext, event: AskEvent): Partial<AskContext> {
  if (event.type !== "RENDERED" || event.visibility === undefined) return {};
  if (evidence && (evidence.visibility === "browser" || event.visibility === "styles")) return {};
  const at = new Date(momentIn(event)).toISOString();
  return { evidence: { visibility: event.visibility, surface: event.surface ?? null, at } };
}

/** Where a person acts with an event. */
function actingOn({ actedOn }: AskContext, event: AskEvent): Partial<AskContext> {
  const surface = surfaceIn(event);
  if (surface !== undefined) return { actedOn: surface };
  return actedOn === undefined ? {} : { actedOn: null };
}

interface Outlet {
  emit(event: AskEmitted): void;
  cancel(id: string): void;
}

/** Gives every caller that waits this result. */
function tellAll({ callers }: AskContext, result: AskResult, outlet: Outlet): void {
  for (const { id, until } of callers) {
    if (until !== null) outlet.cancel(patienceOf(id));
    outlet.emit({ type: "ask.told", to: id, result });
  }
}

/** Closes the latest presentation, unless a person has just acted on it. */
function closeLatest(
  { requestId }: AskContext,
  event: AskEvent,
  { as, by }: Ending,
  outlet: Outlet,
): void {
  const isClosed = as === "no_surface" || (by === "human" && requestIn(event) === requestId);
  if (requestId !== null && !isClosed) outlet.emit({ type: "ask.close", requestId, reason: as });
}

/** How something ends for callers, and by whom. */
export interface Ending {
  readonly as: AskOutcome;
  /** Default: what the machine noted last. */
  readonly by?: Cause;
}

/** What the chart of the ask machine speaks of: its questions (guards), its deeds (actions), its delays. */
export const askRules = setup({
  types: {
    context: {} as AskContext,
    input: {} as AskStart,
    events: {} as AskEvent,
    emitted: {} as AskEmitted,
    output: {} as AskResult,
    tags: {} as "idle",
  },
  delays: {
    renderTimeout: ({ context }) => context.ask.times.renderTimeout,
    responseTimeout: ({ context }) => context.ask.times.responseTimeout,
    responseCap: ({ context }) => context.ask.times.responseCap,
    queueCap: ({ context }) => context.ask.times.queueCap,
    idleWindow: ({ context }) => context.ask.times.idleWindow,
    lateAnswerWindow: ({ context }) => context.ask.times.lateAnswerWindow,
    memory: ({ context }) => context.ask.times.memory,
  },
  guards: {
    // About a call.
    isRejected: ({ context, event }) => {
      const { concurrency } = (event.type === "CALL" && event.terms) || context.ask;
      return concurrency === "reject" && (callIn(event).others ?? 0) > 0;
    },
    isNewCaller: ({ context, event }) => !isWaiting(context, event),
    isWaiting: ({ context, event }) => isWaiting(context, event),
    /** No process can leave for a call that waits in none. */
    isWaitingHere: ({ context, event }) => waitingIn(context, event)?.detached === undefined,
    isRepeatedCall: ({ context, event }) => rememberedFor(context, event) !== undefined,
    /** The repeated call was not told the answer that is handed over now. */
    isOfEarlierAnswer: ({ context, event }) =>
      rememberedFor(context, event)?.requestId !== context.answer?.requestId,
    isLastCaller: ({ context, event }) => isWaiting(context, event) && context.callers.length === 1,
    isHandedTo: ({ context, event }) =>
      "caller" in event && context.handedTo.includes(event.caller),
    isHandedToNobodyElse: ({ context, event }) =>
      "caller" in event && context.handedTo.every((caller) => caller === event.caller),
    // About the attempts.
    hasAttemptsLeft: ({ context }) => context.attempt < context.bound,
    hostRetries: ({ context }) => context.ask.retry === "host",
    // About a presentation.
    isActiveRequest: ({ context, event }) => requestIn(event) === context.requestId,
    isOwnRequest: ({ context, event }) => isOpenRequest(context, requestIn(event)),
    /** Once one presentation is on screen, a person may act on it or on the latest. */
    isShownRequest: ({ context, event }) =>
      isOpenRequest(context, requestIn(event)) &&
      (context.renderConfirmed || requestIn(event) === context.requestId),
    isShownLate: ({ context }) => context.renderConfirmed,
    isShownInOneMore: ({ context, event }) => {
      const surface = surfaceIn(event);
      const isNamed = processIn(event) !== undefined || surface !== undefined;
      const { shownIn = [] } = context;
      return isNamed && !shownIn.some((one) => isFrom(one, event) && one.surface === surface);
    },
    isShownElsewhere: ({ context, event }) => {
      const { shownIn = [] } = context;
      // A loss that names no process is one of all of them.
      const isNamed =
        processIn(event) !== undefined || shownIn.every(({ process }) => process === undefined);
      return isNamed && shownIn.some((one) => !isFrom(one, event));
    },
    isKnownRequest: ({ context, event }) => presentationIn(context, requestIn(event)) > 0,
    /** Of a dialog that can do nothing any more: the ask is over, or shows another one. */
    isDead: ({ context, event }) =>
      presentationIn(context, requestIn(event)) > 0 &&
      (context.outcome !== null || !isOpenRequest(context, requestIn(event))),
    // About an answer.
    isNewAnswer: ({ context, event }) =>
      presentationIn(context, requestIn(event)) > context.answeredUpTo,
    isRepeatedAnswer: ({ context, event }) =>
      event.type === "ANSWER" &&
      event.requestId === context.answer?.requestId &&
      JSON.stringify(event.answers) === JSON.stringify(context.answer.answers),
    isAnswered: ({ context, event }) => {
      const presentation = presentationIn(context, requestIn(event));
      return presentation > 0 && presentation <= context.answeredUpTo;
    },
    isOfUse: ({ context }) => context.callers.length > 0 || context.ask.times.lateAnswerWindow > 0,
    // About what was kept.
    hasKeptAnswer: ({ context }) => context.kept === "answered",
    hasKeptCancel: ({ context }) => context.kept === "cancelled",
    hasKeptDecline: ({ context }) => context.kept === "declined",
    hasNothingKept: ({ context }) => context.kept === null,
    // About the end.
    wasAnswered: ({ context }) => context.outcome === "answered",
    isHandedOver: ({ context }) => context.handedTo.length > 0,
    isUntold: ({ context }) => context.untold && context.ask.times.memory > 0,
    takesNoLateAnswers: ({ context }) => context.ask.times.lateAnswerWindow === 0,
    remembersNothing: ({ context }) => context.ask.times.memory === 0,
  },
  actions: {
    /** The caller waits from now on. */
    welcome: enqueueActions(({ context, event, enqueue }) => {
      const { caller, key, patience, at, process, detached } = callIn(event);
      const until = patience === undefined ? null : at + patience;
      const waiting = {
        id: caller,
        since: at,
        until,
        ...(process !== undefined && { process }),
        ...(key !== undefined && { key }),
        ...(detached && { detached }),
      };
      enqueue.assign({ callers: context.callers.concat(waiting) });
      if (patience === undefined) return;
      enqueue.raise({ type: "IMPATIENT", caller }, { id: patienceOf(caller), delay: patience });
    }),
    tellJoined: emit(({ context }) => ({
      type: "ask.joined" as const,
      request: requestOf(context),
    })),
    replaceOthers: enqueueActions(({ context, event, enqueue }) => {
      const { concurrency, askId } = context.ask;
      if (concurrency !== "replace" || !callIn(event).others) return;
      enqueue.emit({ type: "ask.replace", askId });
    }),
    /** Tells this caller that another question comes first; nothing else changes. */
    reject: emit(({ context, event }) => ({
      type: "ask.told" as const,
      to: callIn(event).caller,
      result: unpresentedResult(context, "rejected", { cause: "policy" }),
    })),
    /** Tells this caller what an earlier call with the same key was told; nothing else changes. */
    repeat: enqueueActions(({ context, event, enqueue }) => {
      const result = rememberedFor(context, event);
      if (result) enqueue.emit({ type: "ask.told", to: callIn(event).caller, result });
    }),
    /** The same question, asked again after it had ended. */
    beginGeneration: assign(({ context, event }) => {
      const terms = event.type === "CALL" && event.terms ? event.terms : context.ask;
      return {
        ask: { ...context.ask, ...terms },
        bound: 1 + terms.maxRetries,
        generation: context.generation + 1,
        earlier: presentations(context),
        attempt: 0,
        requestId: null,
        renderConfirmed: false,
        ...shownNowhere(context),
        handedTo: [],
        kept: null,
        outcome: null,
        untold: false,
        cause: null,
        hint: null,
        ...(context.refused !== undefined && { refused: null }),
      };
    }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    /** A question that was on screen and got lost is presented again as the same attempt. */
    present: enqueueActions(({ context, event, enqueue }) => {
      const attempt = context.attempt + (event.type === "LOST" ? 0 : 1);
      const requestId = requestIdOf(context.ask, context.earlier + attempt);
      const next = {
        attempt,
        requestId,
        renderConfirmed: false,
        cause: null,
        hint: null,
        ...shownNowhere(context),
      };
      enqueue.assign(next);
      enqueue.emit({ type: "ask.present", request: requestOf({ ...context, ...next }) });
    }),
    show: emit(({ context }) => ({
      type: "ask.present" as const,
      request: requestOf(context),
      again: true as const,
    })),
    /** Why it was not on screen before is no reason for anything that comes now. */
    confirmRender: assign(({ context, event }) => ({
      renderConfirmed: true,
      hint: null,
      ...shownToo(context, event),
      ...measured(context, event),
    })),
    showToo: assign(({ context, event }) => ({
      ...shownToo(context, event),
      ...measured(context, event),
    })),
    /** It is shown elsewhere still. */
    showLess: assign(({ context, event }) => ({
      shownIn: (context.shownIn ?? []).filter((one) => !isFrom(one, event)),
    })),
    loseRender: assign(({ context }) => ({
      renderConfirmed: false,
      ...shownNowhere(context),
    })),
    /** The attempt failed; what the surface said about it is remembered. */
    because: assign({
      cause: (_, params: { by: Cause }) => params.by,
      hint: ({ context, event }) => hintIn(event) ?? context.hint,
    }),
    /** The person's answer is taken, and the UI may say "sent". */
    takeAnswer: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== "ANSWER") return;
      const { requestId, answers } = event;
      closeLatest(context, event, { as: "answered", by: "human" }, enqueue);
      enqueue.assign({
        requestId,
        renderConfirmed: true,
        answer: { requestId, answers },
        answeredUpTo: presentations(context),
        kept: "answered",
        ...actingOn(context, event),
      });
      enqueue.emit({ type: "ask.acknowledge", requestId });
    }),
    keep: enqueueActions(
      ({ context, event, enqueue }, params: { as: "cancelled" | "declined" }) => {
        closeLatest(context, event, { as: params.as, by: "human" }, enqueue);
        enqueue.assign({ kept: params.as, ...actingOn(context, event) });
      },
    ),
    acknowledge: emit(({ event }) => ({
      type: "ask.acknowledge" as const,
      requestId: requestIn(event),
    })),
    refuse: enqueueActions(({ event, enqueue }) => {
      const problem =
        event.type === "WRONG_ANSWER"
          ? event.problem
          : "Nobody waits for this answer now, and it would not be kept";
      enqueue.assign({ refused: problem });
      enqueue.emit({ type: "ask.refuse", requestId: requestIn(event), problem });
    }),
    /** A dialog that can do nothing any more must not look alive. */
    closeDead: emit(({ context, event }) => ({
      type: "ask.close" as const,
      requestId: requestIn(event),
      reason:
        presentationIn(context, requestIn(event)) <= context.answeredUpTo
          ? ("answered" as const)
          : (context.outcome ?? ("superseded" as const)),
    })),
    closeAnswered: emit(({ event }) => ({
      type: "ask.close" as const,
      requestId: requestIn(event),
      reason: "answered" as const,
    })),
    /** One caller waits no longer; the ask goes on. */
    dismiss: enqueueActions(({ context, event, enqueue }, params: Ending) => {
      if (!("caller" in event)) return;
      const { caller } = event;
      enqueue.assign({ callers: context.callers.filter(({ id }) => id !== caller) });
      enqueue.cancel(patienceOf(caller));
      if (event.type === "LEAVE" && event.how === "gone") return;
      const isStopping = event.type === "LEAVE" && event.how === "stopping";
      const told = { ...context, cause: params.by ?? null, hint: hintIn(event) };
      const result = resultOf(told, isStopping ? "aborted" : params.as);
      const detached = context.callers.filter((one) => one.id === caller && one.detached);
      enqueue.assign(remembering(context, detached, result, momentIn(event)));
      enqueue.emit({ type: "ask.told", to: caller, result });
    }),
    /** Every caller is told to call again; the ask goes on. */
    report: enqueueActions(({ context, event, enqueue }, params: Ending) => {
      const cause = params.by ?? context.cause;
      const hint = hintIn(event) ?? context.hint;
      if (params.as === "aborted") {
        closeLatest(context, event, params, enqueue);
        // The dialog was closed: the next attempt has to show it again.
        enqueue.assign({
          renderConfirmed: false,
          closedUpTo: presentations(context),
          ...shownNowhere(context),
        });
      }
      const result = resultOf({ ...context, cause, hint }, params.as);
      const detached = context.callers.filter((one) => one.detached);
      enqueue.assign({ cause, hint, ...remembering(context, detached, result, momentIn(event)) });
      enqueue.assign({ callers: [] });
      tellAll(context, result, enqueue);
    }),
    /** The ask has the one outcome of this generation, and every caller is told. */
    end: enqueueActions(({ context, event, enqueue }, params: Ending) => {
      const hint = hintIn(event) ?? context.hint;
      const { as: outcome, by: cause = context.cause } = params;
      const isAnswered = outcome === "answered";
      const isRefused = event.type === "CANCEL" || event.type === "DECLINE";
      const acted = isRefused ? actingOn(context, event) : {};
      // Answers close the latest presentation when they are taken.
      if (!isAnswered) closeLatest(context, event, params, enqueue);
      const result = resultOf({ ...context, ...acted, cause, hint }, outcome);
      enqueue.assign({
        ...remembering(context, context.callers, result, momentIn(event)),
        outcome,
        cause,
        hint,
        callers: [],
        handedTo: isAnswered ? context.callers.map(({ id }) => id) : [],
        answeredUpTo: isAnswered ? presentations(context) : context.answeredUpTo,
        untold: context.callers.length === 0 && outcome !== "abandoned",
        ...acted,
      });
      tellAll(context, result, enqueue);
    }),
    /** Gives this caller an answer that no other caller is known to have. */
    handOver: enqueueActions(({ context, event, enqueue }) => {
      const { caller } = callIn(event);
      const { answer, outcome, generation } = context;
      // One that came after the end belongs to the next generation, which needs no presentation.
      const isLate = outcome !== "answered" && answer !== null;
      const next: AskContext = !isLate
        ? context
        : {
            ...context,
            generation: generation + 1,
            earlier: presentations(context),
            attempt: 0,
            requestId: answer.requestId,
            renderConfirmed: true,
            outcome: "answered",
            cause: "human",
            hint: null,
          };
      const handedTo = context.handedTo.concat(caller);
      const result = resultOf(next, "answered");
      const told = remembering(context, [callIn(event)], result, momentIn(event));
      enqueue.assign({ ...next, ...told, handedTo, untold: false });
      enqueue.emit({ type: "ask.told", to: caller, result });
    }),
    /** The answer did not reach this caller. */
    takeBack: assign({
      handedTo: ({ context, event }) =>
        context.handedTo.filter((caller) => !("caller" in event) || caller !== event.caller),
    }),
    /** Tells this caller how the ask ended while nobody waited. */
    tellEnding: enqueueActions(({ context, event, enqueue }) => {
      const { outcome } = context;
      enqueue.assign({ untold: false });
      if (outcome === null || event.type !== "CALL") return;
      const result = resultOf(context, outcome);
      enqueue.assign(remembering(context, [event], result, momentIn(event)));
      enqueue.emit({ type: "ask.told", to: event.caller, result });
    }),
    over: emit(({ context }, params: { spare: "listening" | "received" | null }) => ({
      type: "ask.over" as const,
      askId: context.ask.askId,
      spare: params.spare,
    })),
  },
});
