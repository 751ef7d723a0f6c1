import { assign, emit, enqueueActions, setup } from "xstate";
import type { Cause } from "../bounded.js";
import type { AskStart } from "./ask.js";
import {
  type AskContext,
  presentationIn,
  presentations,
  remembering,
  requestOf,
  resultOf,
  unpresentedResult,
} from "./context.js";
import { callIn, hintIn, momentIn, rememberedFor, requestIn } from "./event-facts.js";
import { askGuards } from "./guards.js";
import type { AskEmitted, AskEvent } from "./protocol.js";
import { requestIdOf } from "./request-id.js";
import type { AskResult } from "./result.js";
import { actingOn, isFrom, measured, shownNowhere, shownToo } from "./showing.js";
import { closeLatest, type Ending, patienceOf, tellAll } from "./telling.js";

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
  guards: askGuards,
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
