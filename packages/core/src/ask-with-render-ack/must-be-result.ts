import { InvalidInputError } from "../errors.js";
import { givenKind } from "../given.js";
import type { AskResult } from "./result.js";

/** Throws an InvalidInputError for what is no result of an ask: most often, what was not awaited. */
export function mustBeResult(result: AskResult): void {
  const { outcome, answers } = (result ?? {}) as Partial<AskResult>;
  if (typeof outcome === "string" && Array.isArray(answers)) return;
  const problem = `must be what asker.ask resolves to${givenKind(result)}`;
  throw new InvalidInputError("result of an ask", [{ field: "", problem }]);
}

/** Throws an InvalidInputError for what is no list of questions. */
export function mustBeQuestions(questions: unknown): void {
  if (Array.isArray(questions)) return;
  const problem = `must be the list of questions that were asked${givenKind(questions)}`;
  throw new InvalidInputError("questions", [{ field: "", problem }]);
}
