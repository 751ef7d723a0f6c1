import * as z from "zod";
import { parse } from "../../parse.js";
import type { AskInput, QuestionInput } from "../question.js";
import type { AskResult } from "../result.js";
import { answered, optionList, parts, questionList, questionText } from "./shared.js";

const question = z
  .object({
    question: questionText,
    header: z.string().max(100, "must have at most 100 characters").optional(),
    type: z.enum(["choice", "text", "yesno"]).default("choice"),
    options: optionList(0, 4).default([]),
    multiSelect: z.boolean().default(false),
    placeholder: z.string().max(500, "must have at most 500 characters").optional(),
  })
  .refine(({ type, options }) => type !== "choice" || options.length >= 2, {
    path: ["options"],
    message: 'must hold 2 to 4 options when type is "choice"',
  });

const schema = z.object({ questions: questionList(question, 4) });

/** Takes the input of Gemini CLI's `ask_user`; as there, only a `choice` has options. */
export function fromGemini(input: unknown): AskInput {
  const { questions } = parse(schema, input, "Gemini ask_user input");
  return {
    questions: questions.map(({ question, header, placeholder, ...rest }) => ({
      question,
      ...(header && { header }),
      ...(placeholder && { placeholder }),
      ...kindOf(rest),
    })),
  };
}

/**
 * Answers as Gemini CLI does: `{ "0": "Label, Label, own words" }`, `Yes` or `No` for `yesno`;
 * a question left open has no entry.
 *
 * Empty unless the person answered: then fail the tool call or dismiss it, since Gemini CLI reads
 * no answers as a form sent off empty.
 */
export function toGemini(
  questions: readonly { readonly type?: string | undefined }[],
  result: AskResult,
): Record<string, string> {
  return Object.fromEntries(
    answered(questions, result).flatMap(([{ type }, answer], index) => {
      const given = parts(answer).join(", ");
      if (given === "") return [];
      return [[String(index), type === "confirm" ? (given === "yes" ? "Yes" : "No") : given]];
    }),
  );
}

function kindOf({
  type,
  options,
  multiSelect,
}: Pick<z.output<typeof question>, "type" | "options" | "multiSelect">): Pick<
  QuestionInput,
  "type" | "options"
> {
  if (type === "text") return { type: "text" };
  if (type === "yesno") return { type: "confirm" };
  return { type: multiSelect ? "multi-select" : "select", options };
}
