import * as z from "zod";
import type { Answer } from "../answers.js";
import { mustBeQuestions, mustBeResult } from "../must-be-result.js";
import type { AskResult } from "../result.js";

// What the tools' schemas have in common, within what `asker.ask` takes.

/** The text of a question. */
export const questionText = z
  .string()
  .max(10_000, "must have at most 10000 characters")
  .refine((text) => text.trim() !== "", "must not be empty: write the question");

/** A short label of 1 to `max` characters. */
export function headerText(max: number) {
  const limit = `must have 1 to ${max} characters`;
  return z.string().min(1, limit).max(max, limit);
}

/** `min` to `max` options whose labels differ. */
export function optionList(min: number, max: number) {
  const count = `must hold ${min} to ${max} options`;
  return z
    .array(
      z.object({
        label: z
          .string()
          .max(500, "must have at most 500 characters")
          .refine((label) => label.trim() !== "", "must not be empty: write what is chosen"),
        description: z.string().max(2_000, "must have at most 2000 characters"),
      }),
    )
    .min(min, count)
    .max(max, count)
    .refine((options) => new Set(options.map(({ label }) => label)).size === options.length, {
      message: "labels must differ from each other",
    });
}

/** 1 to `max` questions. */
export function questionList<Q extends z.ZodType>(question: Q, max: number) {
  const count = `must hold 1 to ${max} questions`;
  return z.array(question).min(1, count).max(max, count);
}

/** Each question with its answer; nothing at all unless the person answered. */
export function answered<Q>(
  questions: readonly Q[],
  result: AskResult,
): readonly (readonly [Q, Answer])[] {
  mustBeQuestions(questions);
  mustBeResult(result);
  const { outcome, answers } = result;
  if (outcome !== "answered") return [];
  return questions.flatMap((question, index) => {
    const answer = answers[index];
    return answer ? [[question, answer] as const] : [];
  });
}

/** The chosen labels and, last, the person's own words. */
export function parts({ values, custom }: Answer): string[] {
  return custom === null ? [...values] : [...values, custom];
}
