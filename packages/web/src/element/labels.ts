import type { CloseReason } from "@readback/core";

/** Every text the element shows of its own. Give some of them in `element.labels` to replace these. */
export interface Labels {
  readonly asks: (who: string) => string;
  readonly waiting: (count: number) => string;
  readonly andMore: (count: number) => string;
  readonly nothing: string;
  readonly paused: string;
  readonly optional: string;
  readonly yes: string;
  readonly no: string;
  readonly other: string;
  /** Instead of `other`, when the question has an option of that name. */
  readonly ownAnswer: string;
  readonly ownAnswerText: string;
  readonly clear: string;
  readonly back: string;
  readonly next: string;
  readonly send: string;
  readonly sendLate: string;
  readonly sending: string;
  readonly sent: string;
  readonly answerLate: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly remove: string;
  readonly dismiss: string;
  readonly decline: string;
  readonly dismissHint: string;
  readonly declineHint: string;
  readonly lateHint: string;
  readonly sendKeys: (keys: string) => string;
  readonly nextKeys: (keys: string) => string;
  readonly noAnswer: string;
  readonly announce: (question: string, who: string | null) => string;
  /** What is wrong with an answer. */
  readonly problems: {
    readonly text: string;
    readonly choose: string;
    readonly chooseSome: string;
    readonly own: string;
  };
  /** Why a question is over. */
  readonly closed: Readonly<Record<CloseReason, string>>;
}

/** The texts in English. */
export const LABELS: Labels = {
  asks: (who) => `${who} asks`,
  waiting: (count) => (count === 1 ? "1 more question waits" : `${count} more questions wait`),
  andMore: (count) => `and ${count} more`,
  nothing: "No questions now.",
  paused:
    "This page was told not to show questions. Nothing is shown or confirmed until it is on again.",
  optional: "Optional",
  yes: "Yes",
  no: "No",
  other: "Other",
  ownAnswer: "Own answer",
  ownAnswerText: "Your own answer",
  clear: "Clear choice",
  back: "Back",
  next: "Next",
  send: "Send",
  sendLate: "Send anyway",
  sending: "Sending… not confirmed yet.",
  sent: "Sent.",
  answerLate: "Answer anyway",
  copy: "Copy text",
  copied: "Copied.",
  notCopied: "Could not copy: select the text and copy it by hand.",
  remove: "Remove",
  dismiss: "Dismiss",
  decline: "Decline to answer",
  dismissHint: "Close this question without an answer",
  declineHint: "Tell the agent that you will not answer this",
  lateHint: "You can still send your answer: it is kept for when the agent asks this again.",
  sendKeys: (keys) => `${keys} sends`,
  nextKeys: (keys) => `${keys} goes on`,
  noAnswer: "no answer",
  announce: (question, who) => `New question${who === null ? "" : ` from ${who}`}: ${question}`,
  problems: {
    text: "Write an answer.",
    choose: "Choose one.",
    chooseSome: "Choose at least one.",
    own: "Write your own answer, or change your choice.",
  },
  closed: {
    answered: "This question was answered elsewhere.",
    not_rendered: "This question did not appear in time.",
    exhausted: "This question did not appear in time, and the agent went on without an answer.",
    timed_out: "Time is up: the agent went on without an answer.",
    cancelled: "Dismissed.",
    declined: "You declined to answer.",
    aborted: "The agent stopped waiting for this answer.",
    superseded: "A newer question replaced this one.",
    rejected: "Another question was open, so this one was not asked.",
    no_surface: "This question could not be shown in time.",
    pending: "The agent will come back for this answer.",
    abandoned: "The agent did not come back for this answer.",
    unknown_request: "Nobody knows this question any more.",
  },
};
