import { type AskContext, isOpenRequest, presentationIn } from "./context.js";
import {
  callIn,
  isWaiting,
  processIn,
  rememberedFor,
  requestIn,
  surfaceIn,
  waitingIn,
} from "./event-facts.js";
import type { AskEvent } from "./protocol.js";
import { isFrom } from "./showing.js";

interface Facts {
  readonly context: AskContext;
  readonly event: AskEvent;
}

/** The questions that the chart of the ask machine asks. */
export const askGuards = {
  // About a call.
  isRejected: ({ context, event }: Facts) => {
    const { concurrency } = (event.type === "CALL" && event.terms) || context.ask;
    return concurrency === "reject" && (callIn(event).others ?? 0) > 0;
  },
  isNewCaller: ({ context, event }: Facts) => !isWaiting(context, event),
  isWaiting: ({ context, event }: Facts) => isWaiting(context, event),
  /** No process can leave for a call that waits in none. */
  isWaitingHere: ({ context, event }: Facts) => waitingIn(context, event)?.detached === undefined,
  isRepeatedCall: ({ context, event }: Facts) => rememberedFor(context, event) !== undefined,
  /** The repeated call was not told the answer that is handed over now. */
  isOfEarlierAnswer: ({ context, event }: Facts) =>
    rememberedFor(context, event)?.requestId !== context.answer?.requestId,
  isLastCaller: ({ context, event }: Facts) =>
    isWaiting(context, event) && context.callers.length === 1,
  isHandedTo: ({ context, event }: Facts) =>
    "caller" in event && context.handedTo.includes(event.caller),
  isHandedToNobodyElse: ({ context, event }: Facts) =>
    "caller" in event && context.handedTo.every((caller) => caller === event.caller),
  // About the attempts.
  hasAttemptsLeft: ({ context }: Facts) => context.attempt < context.bound,
  hostRetries: ({ context }: Facts) => context.ask.retry === "host",
  // About a presentation.
  isActiveRequest: ({ context, event }: Facts) => requestIn(event) === context.requestId,
  isOwnRequest: ({ context, event }: Facts) => isOpenRequest(context, requestIn(event)),
  /** Once one presentation is on screen, a person may act on it or on the latest. */
  isShownRequest: ({ context, event }: Facts) =>
    isOpenRequest(context, requestIn(event)) &&
    (context.renderConfirmed || requestIn(event) === context.requestId),
  isShownLate: ({ context }: Facts) => context.renderConfirmed,
  isShownInOneMore: ({ context, event }: Facts) => {
    const surface = surfaceIn(event);
    const isNamed = processIn(event) !== undefined || surface !== undefined;
    const { shownIn = [] } = context;
    return isNamed && !shownIn.some((one) => isFrom(one, event) && one.surface === surface);
  },
  isShownElsewhere: ({ context, event }: Facts) => {
    const { shownIn = [] } = context;
    // A loss that names no process is one of all of them.
    const isNamed =
      processIn(event) !== undefined || shownIn.every(({ process }) => process === undefined);
    return isNamed && shownIn.some((one) => !isFrom(one, event));
  },
  isKnownRequest: ({ context, event }: Facts) => presentationIn(context, requestIn(event)) > 0,
  /** Of a dialog that can do nothing any more: the ask is over, or shows another one. */
  isDead: ({ context, event }: Facts) =>
    presentationIn(context, requestIn(event)) > 0 &&
    (context.outcome !== null || !isOpenRequest(context, requestIn(event))),
  // About an answer.
  isNewAnswer: ({ context, event }: Facts) =>
    presentationIn(context, requestIn(event)) > context.answeredUpTo,
  isRepeatedAnswer: ({ context, event }: Facts) =>
    event.type === "ANSWER" &&
    event.requestId === context.answer?.requestId &&
    JSON.stringify(event.answers) === JSON.stringify(context.answer.answers),
  isAnswered: ({ context, event }: Facts) => {
    const presentation = presentationIn(context, requestIn(event));
    return presentation > 0 && presentation <= context.answeredUpTo;
  },
  isOfUse: ({ context }: Facts) =>
    context.callers.length > 0 || context.ask.times.lateAnswerWindow > 0,
  // About what was kept.
  hasKeptAnswer: ({ context }: Facts) => context.kept === "answered",
  hasKeptCancel: ({ context }: Facts) => context.kept === "cancelled",
  hasKeptDecline: ({ context }: Facts) => context.kept === "declined",
  hasNothingKept: ({ context }: Facts) => context.kept === null,
  // About the end.
  wasAnswered: ({ context }: Facts) => context.outcome === "answered",
  isHandedOver: ({ context }: Facts) => context.handedTo.length > 0,
  isUntold: ({ context }: Facts) => context.untold && context.ask.times.memory > 0,
  takesNoLateAnswers: ({ context }: Facts) => context.ask.times.lateAnswerWindow === 0,
  remembersNothing: ({ context }: Facts) => context.ask.times.memory === 0,
};
