import type { Cause } from "../bounded.js";
import type { Answer } from "./answers.js";
import type { Visibility } from "./bridge.js";

/** Every way a call can end, and the flags it sets. */
export const OUTCOMES = {
  answered: {
    answered: true,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "The person answered.",
  },
  not_rendered: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: true,
    meaning: "The question did not appear on screen; attempts are left.",
  },
  pending: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: true,
    meaning: "The question is still with the person; this call could not wait any longer.",
  },
  exhausted: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "The question could not be displayed and no retries are left.",
  },
  timed_out: {
    answered: false,
    cancelled: false,
    timedOut: true,
    shouldRetry: false,
    meaning: "The question was on screen and no valid answer came in time.",
  },
  cancelled: {
    answered: false,
    cancelled: true,
    timedOut: false,
    shouldRetry: false,
    meaning: "The person dismissed the question.",
  },
  declined: {
    answered: false,
    cancelled: true,
    timedOut: false,
    shouldRetry: false,
    meaning: "The person explicitly refused to answer.",
  },
  aborted: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "Nobody waits for the answer any more: the caller gave up, or the program stopped.",
  },
  superseded: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "A newer question replaced this one.",
  },
  rejected: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "Another question is on screen (dialog already open).",
  },
  no_surface: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "There is no place to show the question.",
  },
  abandoned: {
    answered: false,
    cancelled: false,
    timedOut: false,
    shouldRetry: false,
    meaning: "The agent was told to call again and did not.",
  },
} as const;

/** How a call ended. */
export type AskOutcome = keyof typeof OUTCOMES;

type Flags<O extends AskOutcome> = Pick<
  (typeof OUTCOMES)[O],
  "answered" | "cancelled" | "timedOut" | "shouldRetry"
>;

/** What stands behind `renderConfirmed`. */
export interface RenderEvidence {
  readonly visibility: Visibility;
  /** Where it was seen. */
  readonly surface: string | null;
  /** When, as an ISO time. */
  readonly at: string;
}

interface Common {
  /** Why to retry, or why that is over; `null` otherwise. */
  readonly retryReason: string | null;
  /** Whether the UI confirmed that the question was on screen. */
  readonly renderConfirmed: boolean;
  /**
   * Where the person answered or refused; else where the question is on screen, or was at its end, such as
   * `page and terminal`. `null`: nowhere, or the surface does not say how it is called.
   */
  readonly surface: string | null;
  /** What was measured when the question was confirmed; absent where a surface says no more than that it was. */
  readonly evidence?: RenderEvidence;
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

/** Builds the result of an outcome; the flags come from {@link OUTCOMES}. */
export function askResult(
  outcome: AskOutcome,
  about: Omit<Common, "retryReason" | "error"> & {
    /** What the surface or the caller said about a failure. */
    readonly hint?: string | null;
    /** What was wrong with the last answer, when it was not taken. */
    readonly refused?: string | null;
  },
): AskResult {
  const { answered, cancelled, timedOut, shouldRetry } = OUTCOMES[outcome];
  const { renderConfirmed, surface, answers, attempt, maxRetries, requestId, askId, cause } = about;
  const { evidence } = about;
  const { retryReason, error } = reasons(outcome, about);
  return {
    outcome,
    answered,
    cancelled,
    timedOut,
    shouldRetry,
    renderConfirmed,
    surface,
    answers,
    attempt,
    maxRetries,
    requestId,
    askId,
    cause,
    retryReason,
    error,
    ...(evidence && { evidence }),
  } as AskResult;
}

function reasons(
  outcome: AskOutcome,
  { attempt, maxRetries, renderConfirmed, surface, ...about }: Parameters<typeof askResult>[1],
): Pick<Common, "retryReason" | "error"> {
  const notTaken = about.refused ? `The last answer was not taken: ${about.refused}` : null;
  const hint = about.hint ?? notTaken;
  const because = hint === null ? "" : ` (${hint})`;
  switch (outcome) {
    case "not_rendered": {
      const retryReason = `UI failed to render question (attempt ${attempt}/${maxRetries})`;
      return { retryReason, error: hint };
    }
    case "pending": {
      const seen = surface === null ? "on screen" : `on screen: ${surface}`;
      const where = renderConfirmed ? seen : "not confirmed to be on screen yet";
      const retryReason = `Still waiting for an answer (the question is ${where})`;
      return { retryReason: [retryReason, notTaken ?? []].flat().join(". "), error: null };
    }
    case "exhausted": {
      const retryReason = `Max retries (${maxRetries}) exceeded`;
      return {
        retryReason,
        error: `${retryReason}: the question could not be displayed${because}`,
      };
    }
    case "rejected":
      return { retryReason: null, error: "dialog already open" };
    case "answered":
    case "cancelled":
    case "declined":
      return { retryReason: null, error: null };
    default:
      return { retryReason: null, error: hint ?? OUTCOMES[outcome].meaning };
  }
}
