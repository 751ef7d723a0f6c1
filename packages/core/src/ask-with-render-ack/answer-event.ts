import { InvalidInputError, messageOf } from "../errors.js";
import { checkAnswers } from "./answers.js";
import type { AskEvent } from "./protocol.js";
import type { Question } from "./question.js";

/**
 * What a UI sent as an answer, as an event for the ask: checked against the questions, so that the
 * journal holds nothing that was not asked. Every host calls it with what its surface sends.
 */
export function answerEvent(
  questions: readonly Question[],
  requestId: string,
  input: unknown,
): Extract<AskEvent, { type: "ANSWER" | "WRONG_ANSWER" }> {
  try {
    return { type: "ANSWER", requestId, answers: checkAnswers(questions, input) };
  } catch (error) {
    // Looking at what a UI made up may throw anything.
    const problem = error instanceof InvalidInputError ? error.message : unreadable(error);
    return { type: "WRONG_ANSWER", requestId, problem };
  }
}

function unreadable(error: unknown): string {
  const problem = `cannot be read (${messageOf(error)}): send a list of { id, values, custom }`;
  return new InvalidInputError("answers", [{ field: "", problem }]).message;
}
