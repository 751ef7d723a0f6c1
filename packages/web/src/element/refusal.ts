import type { Question } from "@readback/core";

/**
 * Finds the questions a refusal is about. Core writes `Invalid answers: id: problem; id: problem`;
 * whatever does not read like that is shown as a whole.
 */
export function problemsByQuestion(problem: string, questions: readonly Question[]) {
  const parts = problem.replace(/^Invalid answers: /, "").split("; ");
  const byQuestion = questions.map(({ id }) =>
    parts.find((part) => part.startsWith(`${id}: `))?.slice(id.length + 2),
  );
  const isPlaced = parts.length === byQuestion.filter((found) => found !== undefined).length;
  return { byQuestion: isPlaced ? byQuestion : [], rest: isPlaced ? null : problem };
}
