import type { AnyMachineSnapshot } from "xstate";
import { CHECKPOINT_EVENT, type JournalEntry, START_EVENT } from "../journal/entry.js";
import type { Upcast } from "../journal/upcast.js";
import { type Ask, termsOfAsk } from "./ask.js";
import { type AskContext, presentations } from "./context.js";
import type { RequestNames } from "./request-id.js";

// Version 0.1 had an instance for each generation of a question, named after its requests, and knew
// no callers, only whether somebody waited.

/** The caller that stands for all callers of version 0.1. */
const SOMEBODY = "0.1";

type OldAsk = Omit<Ask, "concurrency">;

interface OldContext
  extends Pick<
    AskContext,
    "attempt" | "bound" | "cause" | "requestId" | "closedUpTo" | "renderConfirmed" | "outcome"
  > {
  readonly ask: OldAsk;
  readonly answers: NonNullable<AskContext["answer"]>["answers"];
  readonly kept: AskContext["kept"];
  readonly unheard: boolean;
  readonly hint: string | null;
}

/** States of an ended ask first: of two instances of a question, the later one goes on. */
const RANKS = ["listening", "received", "untold", "holding", "handedOver", "awaitingRetry", "open"];

function rankOf(value: unknown): number {
  return RANKS.findIndex((name) => JSON.stringify(value).includes(`"${name}"`));
}

/** The names of an ask whose next generation has another base. */
function renamed(context: AskContext, requestBase: string): RequestNames {
  const { ask } = context;
  const offset = presentations(context);
  const last = { requestBase: ask.requestBase, offset: ask.offset ?? 0, upTo: offset };
  return { requestBase, offset, former: [...(ask.former ?? []), last] };
}

function askOf({ askId, requestBase, session, from, title, questions, ...old }: OldAsk): Ask {
  const { maxRetries, retry, times } = old;
  return {
    askId,
    requestBase,
    session,
    from: from ?? null,
    title,
    questions,
    maxRetries,
    retry,
    concurrency: "queue",
    times: { ...times, memory: times.lateAnswerWindow || times.idleWindow },
  };
}

function contextOf(old: OldContext, value: unknown, names: RequestNames, time: number): AskContext {
  const { attempt, requestId, answers, kept, unheard } = old;
  const { offset: earlier = 0 } = names;
  const isWaitedFor = rankOf(value) === RANKS.indexOf("open") && !unheard;
  const isAnswered = kept === "answered";
  return {
    ask: { ...askOf(old.ask), ...names },
    attempt,
    bound: old.bound,
    cause: old.cause,
    generation: 1 + (names.former?.length ?? 0),
    earlier,
    requestId,
    closedUpTo: earlier + (old.closedUpTo ?? 0),
    answeredUpTo: isAnswered ? earlier + attempt : 0,
    renderConfirmed: old.renderConfirmed,
    callers: isWaitedFor ? [{ id: SOMEBODY, since: time, until: null }] : [],
    handedTo: [],
    answer: isAnswered ? { requestId: requestId ?? "", answers } : null,
    kept,
    outcome: old.outcome,
    untold: rankOf(value) === RANKS.indexOf("untold"),
    hint: old.hint,
  };
}

interface OldCheckpoint {
  readonly value: unknown;
  readonly context: OldContext;
  readonly deadlines: unknown;
}

/** Reads the entries of version 0.1: what was open goes on, what a person entered is there. */
export function askUpcast(): Upcast {
  /** The questions that instances of version 0.1 asked. */
  const asks = new Map<string, string>();
  /** The checkpoints of version 0.1, by question: there may be several instances of one. */
  const checkpoints = new Map<string, OldCheckpoint[]>();

  function start(entry: JournalEntry, known: Known): readonly JournalEntry[] {
    const old = entry.payload?.input as OldAsk | { readonly call: unknown } | undefined;
    if (!old || "call" in old) return [entry];
    const { askId } = old;
    asks.set(entry.instance, askId);
    const was = { ...entry, instance: askId };
    const ask = askOf(old);
    const snapshot = known(askId);
    if (!snapshot) {
      return [{ ...was, payload: { input: { ask, call: { caller: SOMEBODY }, at: entry.time } } }];
    }
    const terms = { ...termsOfAsk(ask), ...renamed(snapshot.context, ask.requestBase) };
    return [
      ...settling(snapshot, was),
      { ...was, event: "CALL", payload: { caller: SOMEBODY, terms } },
    ];
  }

  function checkpoint(entry: JournalEntry): readonly JournalEntry[] {
    const { context } = (entry.payload ?? {}) as { readonly context?: OldContext | AskContext };
    if (!context || "generation" in context) return [entry];
    const { askId } = context.ask;
    asks.set(entry.instance, askId);
    const instances = [
      ...(checkpoints.get(askId) ?? []),
      entry.payload as unknown as OldCheckpoint,
    ];
    checkpoints.set(
      askId,
      instances.sort((a, b) => rankOf(a.value) - rankOf(b.value)),
    );
    const { value, deadlines } = instances.at(-1) as OldCheckpoint;
    const [first, ...others] = instances.map((one) => one.context) as [OldContext, ...OldContext[]];
    let last = contextOf(first, value, { requestBase: first.ask.requestBase }, entry.time);
    for (const one of others) {
      last = contextOf(one, value, renamed(last, one.ask.requestBase), entry.time);
    }
    return [{ ...entry, instance: askId, payload: { value, context: last, deadlines } }];
  }

  return (entry, known) => {
    if (entry.event === START_EVENT) return start(entry, known);
    if (entry.event === CHECKPOINT_EVENT) return checkpoint(entry);
    const askId = asks.get(entry.instance);
    const snapshot = askId === undefined ? undefined : known(askId);
    if (askId === undefined) return [entry];
    if (!snapshot) return [];
    const old = { ...entry, instance: askId };
    // Of an earlier instance of the question only an answer still means something.
    const isLatest = (snapshot.context as AskContext).ask.requestBase === entry.instance;
    if (!isLatest) return entry.event === "ANSWER" ? [old] : [];
    const next = (event: string) => ofSomebody(old, event);
    const isAnswered = entry.done === true && entry.to !== "closed";
    switch (entry.event) {
      case "ANSWER":
        return isAnswered ? [old, next("RECEIVED")] : [old];
      case "RETRY":
        return isAnswered ? [next("CALL"), next("RECEIVED")] : [next("CALL")];
      case "CLAIM":
        return isAnswered ? settling(snapshot, old) : [next("CALL")];
      case "JOIN":
        return [next("CALL")];
      case "ABORT":
        return [{ ...old, payload: { ...old.payload, caller: SOMEBODY } }];
      case "LEAVE":
        return [{ ...old, payload: { caller: SOMEBODY, how: "gone" } }];
      default:
        return [isHandedOver(snapshot) ? renamedTimer(old) : old];
    }
  };
}

function ofSomebody(entry: JournalEntry, event: string): JournalEntry {
  return { ...entry, event, payload: { caller: SOMEBODY } };
}

/** What brings an ended ask to where nobody has to be told anything of it any more. */
function settling(snapshot: AnyMachineSnapshot, entry: JournalEntry): readonly JournalEntry[] {
  if (isHandedOver(snapshot)) return [ofSomebody(entry, "RECEIVED")];
  if (snapshot.matches({ ended: "untold" })) return [ofSomebody(entry, "CALL")];
  if (!snapshot.matches({ ended: "holding" })) return [];
  return [ofSomebody(entry, "CALL"), ofSomebody(entry, "RECEIVED")];
}

type Known = (instance: string) => AnyMachineSnapshot | undefined;

function isHandedOver(snapshot: AnyMachineSnapshot): boolean {
  return snapshot.matches({ ended: "handedOver" });
}

/** What 0.1 held for callers that had been told is handed over now. */
function renamedTimer(entry: JournalEntry): JournalEntry {
  return { ...entry, event: entry.event.replace(/\.holding$/, ".handedOver") };
}
