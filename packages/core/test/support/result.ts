import type { Answer } from "../../src/ask-with-render-ack/answers.js";
import { type AskOutcome, askResult } from "../../src/ask-with-render-ack/result.js";

/** The result of an ask that was on screen at its first attempt. */
export const result = (outcome: AskOutcome, answers: readonly Answer[] = []) =>
  askResult(outcome, {
    answers,
    renderConfirmed: true,
    surface: null,
    attempt: 1,
    maxRetries: 3,
    requestId: "r.1",
    askId: "a",
    cause: null,
  });
