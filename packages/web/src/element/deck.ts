import type { CloseReason, QuestionRequest } from "@readback/core";

/** Where a question stands. */
export type Phase =
  | { readonly is: "open"; readonly problem: string | null }
  /** Handed over; nobody has confirmed it yet. */
  | { readonly is: "sending"; readonly late: CloseReason | null }
  | { readonly is: "sent" }
  | { readonly is: "closed"; readonly reason: CloseReason; readonly problem: string | null };

/** One question of one agent, over all its presentations. */
export interface Card {
  /** The latest presentation. */
  readonly request: QuestionRequest;
  /** Every presentation, the latest last: an acknowledgement may name an earlier one. */
  readonly requestIds: readonly string[];
  /** How many of them belong to an earlier time the question was asked: this one is no retry of those. */
  readonly before: number;
  readonly phase: Phase;
}

/** The questions of one element, in the order in which they came. */
export type Deck = readonly Card[];

const open: Phase = { is: "open", problem: null };

/** Adds a question. A retry takes the place of the earlier presentation; a repeat changes nothing. */
export function present(deck: Deck, request: QuestionRequest): Deck {
  const earlier = deck.find((card) => card.request.askId === request.askId);
  const first = { request, requestIds: [request.requestId], before: 0, phase: open };
  if (!earlier) return [...deck, first];
  const { requestIds, phase } = earlier;
  const isRepeat = requestIds.includes(request.requestId);
  // A host that came back knows the question after all.
  const wasLost = phase.is === "closed" && phase.reason === "unknown_request";
  if (isRepeat && !wasLost) return deck;
  if (isRepeat) return replace(deck, earlier, { ...earlier, phase: open });
  // Asked once more after an answer: a new question, at the end of the queue.
  if (phase.is === "sent") return [...deck.filter((card) => card !== earlier), first];
  const isRetry = request.replaces === requestIds.at(-1);
  return replace(deck, earlier, {
    ...first,
    requestIds: [...requestIds, request.requestId],
    before: isRetry ? earlier.before : requestIds.length,
  });
}

/** The question is over. What was sent or is over already stays so. */
export function close(deck: Deck, requestId: string, reason: CloseReason): Deck {
  return change(deck, requestId, (card) => {
    const { is } = card.phase;
    // An earlier presentation may end while the latest goes on.
    const isLatest = card.request.requestId === requestId;
    if (is === "sent" || is === "closed" || !isLatest) return card;
    return { ...card, phase: { is: "closed", reason, problem: null } };
  });
}

/**
 * The answer has arrived, whatever else was said before. One to an earlier ask of the same question
 * settles this one only if the host has just ended it as answered.
 */
export function acknowledge(deck: Deck, requestId: string): Deck {
  return change(deck, requestId, (card) => {
    const { requestIds, before, phase } = card;
    const isEnded = phase.is === "closed" && phase.reason === "answered";
    const isThisAsk = requestIds.indexOf(requestId) >= before;
    return isThisAsk || isEnded ? { ...card, phase: { is: "sent" } } : card;
  });
}

/** The answer was not taken: back to the person, with the reason. */
export function refuse(deck: Deck, requestId: string, problem: string): Deck {
  return change(deck, requestId, (card) => {
    const { phase } = card;
    if (phase.is !== "sending") return card;
    if (phase.late === null) return { ...card, phase: { is: "open", problem } };
    return { ...card, phase: { is: "closed", reason: phase.late, problem } };
  });
}

/** The person sent the answer. */
export function send(deck: Deck, requestId: string): Deck {
  return change(deck, requestId, (card) => {
    const late = card.phase.is === "closed" ? card.phase.reason : null;
    return { ...card, phase: { is: "sending", late } };
  });
}

export function remove(deck: Deck, askId: string): Deck {
  return deck.filter((card) => card.request.askId !== askId);
}

/** The questions that want an answer; the first is the one to show. */
export function unanswered(deck: Deck): Deck {
  return deck.filter(({ phase }) => isLive(phase));
}

/** Whether the question is still asked. A late answer under way does not hold up the others. */
export function isLive(phase: Phase): boolean {
  return phase.is === "open" || (phase.is === "sending" && phase.late === null);
}

/** Whether an answer may still be of use: then core keeps it for the next ask of the same question. */
export function takesLateAnswer(reason: CloseReason): boolean {
  return reason !== "answered" && reason !== "unknown_request" && reason !== "rejected";
}

export function cardOf(deck: Deck, requestId: string): Card | undefined {
  return deck.find(({ requestIds }) => requestIds.includes(requestId));
}

function change(deck: Deck, requestId: string, by: (card: Card) => Card): Deck {
  const card = cardOf(deck, requestId);
  return card ? replace(deck, card, by(card)) : deck;
}

function replace(deck: Deck, old: Card, by: Card): Deck {
  return old === by ? deck : deck.map((card) => (card === old ? by : card));
}
