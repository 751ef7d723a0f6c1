import * as z from "zod";
import { parse } from "../../parse.js";
import type { AskInput } from "../question.js";
import type { AskResult } from "../result.js";
import { answered, headerText, optionList, parts, questionList, questionText } from "./shared.js";

const question = z.object({
  question: questionText,
  header: headerText(12),
  options: optionList(2, 4).refine((options) => options.every(({ label }) => isShort(label)), {
    message: 'labels must have 1 to 5 words, not counting "(Recommended)"',
  }),
  multiSelect: z.boolean().default(false),
});

const schema = z.object({
  // The answers are keyed by the questions' text, so two of the same would share one answer.
  questions: questionList(question, 4).refine(
    (questions) => new Set(questions.map((q) => q.question)).size === questions.length,
    { message: "question texts must differ from each other" },
  ),
});

/**
 * Takes the input of Claude Code's `AskUserQuestion`. The options' `preview` is not shown.
 * @example
 * const ask = fromClaudeCode(input);
 * const answers = toClaudeCode(ask.questions, await asker.ask(ask));
 */
export function fromClaudeCode(input: unknown): AskInput {
  const { questions } = parse(schema, input, "Claude Code AskUserQuestion input");
  return {
    questions: questions.map(({ multiSelect, ...rest }) => ({
      ...rest,
      type: multiSelect ? "multi-select" : "select",
    })),
  };
}

/**
 * Answers as Claude Code does: `{ [question]: "Label, Label, own words" }`.
 *
 * Empty unless the person answered: then deny the tool call with the outcome as its message, since
 * allowing it with no answers reads as a person who chose nothing.
 */
export function toClaudeCode(
  questions: readonly { readonly question: string }[],
  result: AskResult,
): Record<string, string> {
  return Object.fromEntries(
    answered(questions, result).map(([{ question }, answer]) => [
      question,
      parts(answer).join(", "),
    ]),
  );
}

function isShort(label: string): boolean {
  const words = label
    .replace(/\(Recommended\)\s*$/i, "")
    .split(/\s+/)
    .filter(Boolean);
  return words.length >= 1 && words.length <= 5;
}
