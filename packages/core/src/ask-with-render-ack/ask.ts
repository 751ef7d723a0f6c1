import type { Question } from "./question.js";
import type { RequestNames } from "./request-id.js";

/** How long each wait may last, in milliseconds. */
export interface AskTimes {
  /** From presenting to the render acknowledgement. */
  readonly renderTimeout: number;
  /** From the render acknowledgement, or the last activity, to the answer. */
  readonly responseTimeout: number;
  /** From the render acknowledgement to the answer, whatever the activity. */
  readonly responseCap: number;
  /** How long the UI may keep the question queued behind others. */
  readonly queueCap: number;
  /** How long the agent has to call again before the count ends. */
  readonly idleWindow: number;
  /** How long an answer to an ended ask is accepted, and then kept; 0: not at all. */
  readonly lateAnswerWindow: number;
  /**
   * How long an answered ask is remembered, for a UI that sends the answer again; 0: not at all, and
   * nobody calls again: the ask is over as soon as its outcome is settled.
   */
  readonly memory: number;
}

/** What one generation of an ask is held to. Those of its first call bind. */
export interface AskTerms {
  /** Who asks, as the person sees it. */
  readonly from: string | null;
  /** Retries allowed when the question does not appear: `n` allows `1 + n` attempts. */
  readonly maxRetries: number;
  /** `agent`: tell the agent to call again. `host`: present again inside the same call. */
  readonly retry: "agent" | "host";
  /** When other questions are open: let the UI `queue`, `reject` the new one, or `replace` the open ones. */
  readonly concurrency: "queue" | "reject" | "replace";
  readonly times: AskTimes;
}

/** One logical ask: the same question of the same session, however often it is asked. */
export interface Ask extends AskTerms, RequestNames {
  /** Hash of session, title and questions: who calls with the same gets the same ask. */
  readonly askId: string;
  readonly session: string;
  readonly title: string | null;
  readonly questions: readonly Question[];
}

/** The terms of an ask, for a call that may begin its next generation. */
export function termsOfAsk({ from, maxRetries, retry, concurrency, times }: Ask): AskTerms {
  return { from, maxRetries, retry, concurrency, times };
}

/** One call of an agent or an application. */
export interface Call {
  /** Id of the call, which says whom a result is for. */
  readonly caller: string;
  /** Names what is asked for, however often it is asked for: the same key gets the same result. */
  readonly key?: string | undefined;
  /** How long the call can wait, in milliseconds; absent: until the ask ends. */
  readonly patience?: number | undefined;
  /** How many other questions are open in the same place. Default 0. */
  readonly others?: number | undefined;
  /** The process that waits, where several share a journal. */
  readonly process?: string | undefined;
  /** It waits by its key alone, until the ask ends: whichever process runs may be asked what it came to. */
  readonly detached?: true | undefined;
}

/** What the machine starts from: the ask, and its first call. */
export interface AskStart {
  readonly ask: Ask;
  readonly call: Call;
  /** When the call came, in milliseconds since the epoch. */
  readonly at: number;
}

/** What the UI is asked to show. */
export interface QuestionRequest {
  /** Id of this presentation: every event about it names it. */
  readonly requestId: string;
  /** Id of the question, through all its presentations. */
  readonly askId: string;
  /** The earlier presentation of the same question that this one takes the place of, else `null`. */
  readonly replaces: string | null;
  /** The call it is shown for, the latest that waits; `null` when nobody does. */
  readonly caller: string | null;
  /** Whose question it is: the session of the caller. */
  readonly session: string;
  /** Who asks, in words for the person; `null` when the caller did not say. */
  readonly from: string | null;
  /** What the questions are about, shown above them. */
  readonly title: string | null;
  /** The questions, with every default. */
  readonly questions: readonly Question[];
  /** Which attempt to show the question this is, from 1. */
  readonly attempt: number;
  /** Retries allowed: there are at most `1 + maxRetries` attempts. */
  readonly maxRetries: number;
  /** A warning for the person on a retry, else `null`. */
  readonly notice: string | null;
}
