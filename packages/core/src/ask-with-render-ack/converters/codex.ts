import * as z from "zod";
import { parse } from "../../parse.js";
import type { AskInput } from "../question.js";
import type { AskResult } from "../result.js";
import { answered, headerText, optionList, questionList, questionText } from "./shared.js";

const question = z.object({
  id: headerText(200),
  header: headerText(12),
  question: questionText,
  options: optionList(2, 3).nullish(),
  isOther: z.boolean().default(true),
  // Answers are shown as they are typed and kept in the journal: no place for a secret.
  isSecret: z.literal(false, "must be false: a secret cannot be asked for here").optional(),
});

const schema = z.object({
  questions: questionList(question, 3).refine(
    (questions) => new Set(questions.map(({ id }) => id)).size === questions.length,
    { message: "ids must differ from each other" },
  ),
  autoResolutionMs: z
    .number()
    .min(60_000, "must be 60000 to 240000 milliseconds")
    .max(240_000, "must be 60000 to 240000 milliseconds")
    .nullish(),
});

/**
 * Takes the input of Codex's `request_user_input`, or the request its app server sends. Its
 * `autoResolutionMs` is how long the person has.
 */
export function fromCodex(input: unknown): AskInput {
  const { questions, autoResolutionMs } = parse(schema, input, "Codex request_user_input input");
  return {
    questions: questions.map(({ id, header, question, options, isOther }) => ({
      id,
      header,
      question,
      ...(options ? { type: "select", options, custom: isOther } : { type: "text" }),
    })),
    ...(autoResolutionMs && { responseTimeout: autoResolutionMs }),
  };
}

/**
 * Answers as Codex does: `{ [id]: { answers: ["Label"] } }`, typed text as `user_note: text`.
 *
 * Empty unless the person answered, as Codex itself answers when nobody did; the outcome has to
 * reach the agent some other way.
 */
export function toCodex(
  questions: readonly { readonly type?: string | undefined }[],
  result: AskResult,
): Record<string, { answers: string[] }> {
  return Object.fromEntries(
    answered(questions, result).map(([{ type }, { id, values, custom }]) => {
      const chosen = type === "text" ? [] : values;
      const typed = [...(type === "text" ? values : []), ...(custom === null ? [] : [custom])];
      return [id, { answers: [...chosen, ...typed.map((text) => `user_note: ${text.trim()}`)] }];
    }),
  );
}
