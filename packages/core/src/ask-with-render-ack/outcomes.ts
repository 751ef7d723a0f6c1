import { type AskOutcome, OUTCOMES } from "./result.js";

/**
 * Every way a call can end, with the flags it sets and what the agent should do then. The tool
 * description, the AGENTS.md section and the docs are made from this table. The advice stands apart
 * from the rest, so that who asks in a browser does not load it.
 */
export const ASK_OUTCOMES = {
  answered: {
    ...OUTCOMES.answered,
    advice: "Use `values`, the answers by question id, or `answers`.",
  },
  not_rendered: {
    ...OUTCOMES.not_rendered,
    advice:
      "Call the tool again at once with the SAME parameters. Do not summarise, stop, or ask what happened.",
  },
  pending: {
    ...OUTCOMES.pending,
    advice:
      "Call the tool again at once with the SAME parameters. That call waits for the same question. Nobody has answered yet: do not go on without the answer.",
  },
  exhausted: {
    ...OUTCOMES.exhausted,
    advice:
      'Tell the person in plain text: "There was a technical issue displaying the question." Ask how to go on. Do not assume an answer.',
  },
  timed_out: {
    ...OUTCOMES.timed_out,
    advice:
      "Say that the question timed out and ask whether to continue. Silence is not consent: do not pick an answer.",
  },
  cancelled: {
    ...OUTCOMES.cancelled,
    advice:
      "Do not ask the same question again on your own. Go on without the answer, or ask the person what to do.",
  },
  declined: {
    ...OUTCOMES.declined,
    advice: "Respect the refusal: go on without the answer, or stop.",
  },
  aborted: {
    ...OUTCOMES.aborted,
    advice:
      "If you still need the answer, call the tool again with the SAME parameters. The same question then goes on.",
  },
  superseded: {
    ...OUTCOMES.superseded,
    advice: "Wait for the newer question's answer before asking again.",
  },
  rejected: {
    ...OUTCOMES.rejected,
    advice: "Ask one question at a time. Ask this question again once the open one has ended.",
  },
  no_surface: {
    ...OUTCOMES.no_surface,
    advice: "Put the question in your reply as plain text, and tell the person what `error` says.",
  },
  abandoned: { ...OUTCOMES.abandoned, advice: "Do nothing: no call waits for this question." },
} as const satisfies Record<AskOutcome, object>;
