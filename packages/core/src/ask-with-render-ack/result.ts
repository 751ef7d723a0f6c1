import type { Cause } from "../runtime/step.js";
import type { Answer } from "./answers.js";

/**
 * Every way a call can end, with the flags it sets and what the agent should do then. The tool
 * description, the AGENTS.md section and the docs are made from this table.
 */
export const ASK_OUTCOMES = {
  answered: {
    answered: true,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "The person answered.",
    advice: "Use `answers`.",
  },
  not_rendered: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: true,
    meaning: "The question did not appear on screen; attempts are left.",
    advice:
      "Call the tool again at once with the SAME parameters. Do not summarise, stop, or ask what happened.",
  },
  pending: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: true,
    meaning: "The question is still with the person; this call could not wait any longer.",
    advice:
      "Call the tool again at once with the SAME parameters: it goes on waiting for the same question. Nothing was answered yet, so do not go on without it.",
  },
  exhausted: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "The question could not be displayed and no retries are left.",
    advice:
      'Tell the person in plain text: "There was a technical issue displaying the question." Ask how to go on. Do not assume an answer.',
  },
  timed_out: {
    answered: false,
    cancelled: false,
    timedOut: true,
    shouldRetry: false,
    meaning: "The question was on screen and nobody answered in time.",
    advice:
      "Say that the question timed out and ask whether to continue. Silence is not consent: do not pick an answer.",
  },
  cancelled: {
    answered: false,
    cancelled: true,
    timedOut: false,
    shouldRetry: false,
    meaning: "The person dismissed the question.",
    advice: "Do not ask the same again by yourself. Continue without the answer or ask what to do.",
  },
  declined: {
    answered: false,
    cancelled: true,
    timedOut: false,
    shouldRetry: false,
    meaning: "The person explicitly refused to answer.",
    advice: "Respect it: go on without the answer, or stop.",
  },
  aborted: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "The caller gave up waiting.",
    advice:
      "If you still need the answer, you may ask the same again: it goes on with the same question.",
  },
  superseded: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "A newer question replaced this one.",
    advice: "Wait for the newer question's answer before asking again.",
  },
  rejected: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "Another question is on screen (dialog already open).",
    advice: "Ask one question at a time. You may ask this one after the open one has ended.",
  },
  no_surface: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "There is no place to show the question.",
    advice: "Put the question in your reply as plain text, and tell the person what `error` says.",
  },
  abandoned: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "The agent was told to call again and did not.",
    advice: "Do nothing: no call is waiting for this.",
  },
} as const;

/** How a call ended. */
export type AskOutcome = keyof typeof ASK_OUTCOMES;

type Flags<O extends AskOutcome> = Pick<
  (typeof ASK_OUTCOMES)[O],
  "answered" | "cancelled" | "timedOut" | "shouldRetry"
>;

interface Common {
  /** Why to retry, or why that is over; `null` otherwise. */
  readonly retryReason: string | null;
  /** Whether the UI confirmed that the question was on screen. */
  readonly renderConfirmed: boolean;
  /** In the order of the questions; empty unless answered. */
  readonly answers: readonly Answer[];
  /** Attempts used, counted from 1; 0 when nothing was presented. */
  readonly attempt: number;
  readonly maxRetries: number;
  /** The presentation this is about; `null` when nothing was presented. */
  readonly requestId: string | null;
  /** The question, whoever asks and however often: a hash of session, title and questions. */
  readonly askId: string;
  readonly cause: Cause | null;
  readonly error: string | null;
}

/** The result of a call; `outcome` tells which. */
export type AskResult = {
  [O in AskOutcome]: { readonly outcome: O } & Flags<O> & Common;
}[AskOutcome];

/** Builds the result of an outcome; the flags come from {@link ASK_OUTCOMES}. */
export function askResult(
  outcome: AskOutcome,
  about: Omit<Common, "retryReason" | "error"> & { readonly hint?: string | null },
): AskResult {
  const { answered, cancelled, timedOut, shouldRetry } = ASK_OUTCOMES[outcome];
  const { renderConfirmed, answers, attempt, maxRetries, requestId, askId, cause } = about;
  const { retryReason, error } = reasons(outcome, about);
  return {
    outcome,
    answered,
    cancelled,
    timedOut,
    shouldRetry,
    renderConfirmed,
    answers,
    attempt,
    maxRetries,
    requestId,
    askId,
    cause,
    retryReason,
    error,
  } as AskResult;
}

function reasons(
  outcome: AskOutcome,
  { attempt, maxRetries, renderConfirmed, hint = null }: Parameters<typeof askResult>[1],
): Pick<Common, "retryReason" | "error"> {
  const because = hint === null ? "" : ` (${hint})`;
  switch (outcome) {
    case "not_rendered": {
      const retryReason = `UI failed to render question (attempt ${attempt}/${maxRetries})`;
      return { retryReason, error: hint };
    }
    case "pending": {
      const where = renderConfirmed ? "on screen" : "not confirmed to be on screen yet";
      const retryReason = `Still waiting for an answer (the question is ${where})`;
      return { retryReason, error: null };
    }
    case "exhausted": {
      const retryReason = `Max retries (${maxRetries}) exceeded`;
      return { retryReason, error: `${retryReason}: the question was never displayed${because}` };
    }
    case "rejected":
      return { retryReason: null, error: "dialog already open" };
    case "answered":
    case "cancelled":
    case "declined":
      return { retryReason: null, error: null };
    default:
      return { retryReason: null, error: hint ?? ASK_OUTCOMES[outcome].meaning };
  }
}
