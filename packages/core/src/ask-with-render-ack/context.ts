import type { Bounded } from "../bounded.js";
import { mustBe } from "../given.js";
import type { Answer } from "./answers.js";
import type { Ask, AskStart, QuestionRequest } from "./ask.js";
import { presentationOf, requestIdOf } from "./request-id.js";
import {
  type AskOutcome,
  type AskResult,
  askResult,
  OUTCOMES,
  type RenderEvidence,
} from "./result.js";

/** A call that waits. */
export interface WaitingCaller {
  readonly id: string;
  /** Since when, in milliseconds since the epoch. */
  readonly since: number;
  /** When its patience ends; `null`: it waits until the ask ends. */
  readonly until: number | null;
  /** The process it waits in, where several share a journal. */
  readonly process?: string;
  /** What its result is remembered by. */
  readonly key?: string;
  /** It waits by that key alone, in no process. */
  readonly detached?: true;
}

/** The result of a call that brought a key. */
interface RememberedResult {
  readonly key: string;
  readonly result: AskResult;
  /** When it was told, in milliseconds since the epoch; of detached calls only. */
  readonly at?: number;
}

/** A place that shows a question. */
export interface Showing {
  /** The process it belongs to, where several share a journal. */
  readonly process?: string;
  /** Which surface of that process, when it is not its bridge. */
  readonly beside?: string;
  /** How it is called, such as `page`. */
  readonly surface?: string;
}

/** What an ask remembers. */
export interface AskContext extends Bounded {
  readonly ask: Ask;
  /** How often the question was asked, counted from 1: asking again after an end is the next generation. */
  readonly generation: number;
  /** Presentations of earlier generations; this generation's are numbered from there on. */
  readonly earlier: number;
  /** The latest presentation; once there are answers, the one they came from. */
  readonly requestId: string | null;
  /** Presentations up to this one were closed: what a UI still says of them is stale. */
  readonly closedUpTo: number;
  /** Presentations up to this one have their answer: another answer comes too late. */
  readonly answeredUpTo: number;
  readonly renderConfirmed: boolean;
  /** The places that show it, as far as they say who they are; one for each surface of a process. */
  readonly shownIn?: readonly Showing[];
  /** What was measured when the latest presentation was confirmed, as far as its surface says. */
  readonly evidence?: RenderEvidence | null;
  /** The place where a person answered or refused last, if it says how it is called. */
  readonly actedOn?: string | null;
  /** Who waits, in the order they came. */
  readonly callers: readonly WaitingCaller[];
  /** Who was told the latest answer, and has not confirmed to have it. */
  readonly handedTo: readonly string[];
  /** The latest answer of a person, and the presentation it came from. */
  readonly answer: { readonly requestId: string; readonly answers: readonly Answer[] } | null;
  /** What a person did while the agent was told to retry, or after the ask had ended. */
  readonly kept: "answered" | "cancelled" | "declined" | null;
  /** The one outcome of this generation. */
  readonly outcome: AskOutcome | null;
  /** Nobody waited when it ended: the next call is told how. */
  readonly untold: boolean;
  /** What the calls with a key were told, the latest last. */
  readonly remembered?: readonly RememberedResult[];
  /** What the surface or the caller said about its failure. */
  readonly hint: string | null;
  /** What was wrong with the last answer, when it was not taken. */
  readonly refused?: string | null;
}

/** What an ask knows before its first attempt. */
export function contextOf(input: AskStart): AskContext {
  const { ask, call } = input ?? {};
  const isCall = typeof call === "object" && typeof call?.caller === "string";
  const isAsk = ask?.askId && ask.requestBase && ask.times && ask.maxRetries >= 0;
  mustBe(isCall && isAsk, "input of askMachine", "what createAsk makes", input);
  return {
    ask,
    generation: 1,
    earlier: 0,
    attempt: 0,
    bound: 1 + ask.maxRetries,
    cause: null,
    requestId: null,
    closedUpTo: 0,
    answeredUpTo: 0,
    renderConfirmed: false,
    callers: [],
    handedTo: [],
    answer: null,
    kept: null,
    outcome: null,
    untold: false,
    hint: null,
  };
}

/** The number of the latest presentation. */
export function presentations({ earlier, attempt }: AskContext): number {
  return earlier + attempt;
}

/** Which presentation of this ask, of any generation, a request id names; 0: none. */
export function presentationIn(context: AskContext, requestId: string): number {
  return presentationOf(context.ask, presentations(context), requestId);
}

/** Whether a request is of this generation, and the UI was not told to close it since. */
export function isOpenRequest(context: AskContext, requestId: string): boolean {
  const { earlier, closedUpTo } = context;
  return presentationIn(context, requestId) > Math.max(earlier, closedUpTo);
}

/** Where the question is on screen now, such as `page and terminal`; `null`: nowhere, or nobody says. */
export function onScreenIn({ shownIn = [] }: AskContext): string | null {
  const names = new Set(shownIn.flatMap(({ surface }) => surface ?? []));
  return names.size === 0 ? null : [...names].join(" and ");
}

/** The result of an ask at this moment, as `outcome`. */
export function resultOf(context: AskContext, outcome: AskOutcome): AskResult {
  const { ask, attempt, requestId, renderConfirmed, answer, cause, hint } = context;
  const isActedOn = OUTCOMES[outcome].answered || OUTCOMES[outcome].cancelled;
  return askResult(outcome, {
    renderConfirmed,
    ...(context.evidence && { evidence: context.evidence }),
    surface: isActedOn ? (context.actedOn ?? null) : onScreenIn(context),
    answers: outcome === "answered" ? (answer?.answers ?? []) : [],
    attempt,
    maxRetries: ask.maxRetries,
    requestId,
    askId: ask.askId,
    cause,
    hint,
    refused: context.refused ?? null,
  });
}

/** The result of a call for which nothing was presented. */
export function unpresentedResult(
  { ask }: Pick<AskContext, "ask">,
  outcome: AskOutcome,
  about: Partial<Parameters<typeof askResult>[1]>,
): AskResult {
  return askResult(outcome, {
    renderConfirmed: false,
    surface: null,
    answers: [],
    attempt: 0,
    maxRetries: ask.maxRetries,
    requestId: null,
    askId: ask.askId,
    cause: null,
    ...about,
  });
}

/** What the UI is asked to show for the latest attempt. */
export function requestOf(context: AskContext): QuestionRequest {
  const { ask, attempt, earlier, closedUpTo, requestId } = context;
  const before = earlier + attempt - 1;
  // One that was closed because its caller left did not fail.
  const hasFailed = attempt > 1 && closedUpTo < before;
  return {
    requestId: requestId ?? "",
    askId: ask.askId,
    replaces: hasFailed ? requestIdOf(ask, before) : null,
    caller: context.callers.at(-1)?.id ?? null,
    session: ask.session,
    from: ask.from,
    title: ask.title,
    questions: ask.questions,
    attempt,
    maxRetries: ask.maxRetries,
    notice: hasFailed
      ? `Previous attempt failed to display. This is retry attempt ${attempt}.`
      : null,
  };
}

/** How many results with a key an ask remembers. */
const MOST_REMEMBERED = 20;

interface KeyedCaller {
  readonly key?: string | undefined;
  readonly detached?: true | undefined;
}

/**
 * Remembers a result for these callers. Only what a person decided, or that nobody did, holds for a repeated call;
 * whoever waits in no process is told nothing in any other way.
 */
export function remembering(
  { remembered = [] }: AskContext,
  callers: readonly KeyedCaller[],
  result: AskResult,
  at: number,
): Partial<AskContext> {
  const holds = result.answered || result.cancelled || result.timedOut;
  const added = new Map<string, RememberedResult>();
  for (const { key, detached } of callers) {
    if (key === undefined || !(holds || detached)) continue;
    added.set(key, { key, result, ...(detached && { at }) });
  }
  if (added.size === 0) return {};
  const others = remembered.filter(({ key }) => !added.has(key));
  return { remembered: [...others, ...added.values()].slice(-MOST_REMEMBERED) };
}
