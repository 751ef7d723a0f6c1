import * as z from "zod";
import { parse } from "../../parse.js";
import type { AskInput } from "../question.js";
import type { AskResult } from "../result.js";
import { ASK_LIMITS } from "../schema.js";
import { answered, headerText, optionList, parts, questionList, questionText } from "./shared.js";

const question = z
  .object({
    question: questionText,
    header: headerText(30),
    options: optionList(0, 100),
    multiple: z.boolean().default(false),
    custom: z.boolean().default(true),
  })
  .refine(({ options, custom }) => options.length > 0 || custom, {
    path: ["options"],
    message: "must hold at least 1 option when custom is false",
  });

const schema = z.object({ questions: questionList(question, ASK_LIMITS.questions) });

/** Takes the input of OpenCode's `question` tool; a question without options is a text question. */
export function fromOpenCode(input: unknown): AskInput {
  const { questions } = parse(schema, input, "OpenCode question input");
  return {
    questions: questions.map(({ multiple, custom, ...rest }) =>
      rest.options.length === 0
        ? { ...rest, type: "text" }
        : { ...rest, type: multiple ? "multi-select" : "select", custom },
    ),
  };
}

/**
 * Answers as OpenCode does: for each question, in order, the chosen labels and then own words.
 *
 * Empty unless the person answered: then reject the request instead of replying, since OpenCode
 * tells the agent of any reply that the user has answered.
 */
export function toOpenCode(questions: readonly unknown[], result: AskResult): string[][] {
  return answered(questions, result).map(([, answer]) => parts(answer));
}
