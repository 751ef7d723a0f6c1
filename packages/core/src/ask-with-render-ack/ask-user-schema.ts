import * as z from "zod";
import type { QuestionInput } from "./question.js";
import {
  ASK_LIMITS,
  fieldsSchema,
  maxRetriesSchema,
  optionDescriptionSchema,
  type QuestionFields,
  questionsSchema,
  titleSchema,
} from "./schema.js";

/** What agents read about a question in the tool's JSON Schema. */
const DESCRIPTIONS: Record<keyof QuestionFields, string> = {
  id: "Name of the question in the answers. Default: q1, q2, …",
  question: "The question, as plain text",
  header: "Short label, shown as the question's title and in progress",
  type: "Default: select when there are options, else text. confirm is Yes or No",
  options: "The choices of a select or multi-select",
  required: "Whether the person must answer it",
  placeholder: "An example, shown in an empty text field",
  custom: "Whether the person may type their own answer. Default: true on selects",
  initial: "An answer that is filled in beforehand",
};

for (const [field, description] of Object.entries(DESCRIPTIONS)) {
  fieldsSchema.shape[field as keyof QuestionFields].register(z.globalRegistry, { description });
}
optionDescriptionSchema.register(z.globalRegistry, { description: "What choosing it means" });

/** What the `ask_user` tool takes: what an asker takes, with the ranges of a tool boundary. */
export const askUserInputSchema = z.strictObject({
  questions: questionsSchema,
  title: titleSchema,
  maxRetries: maxRetriesSchema
    .default(ASK_LIMITS.maxRetries.default)
    .describe("Maximum retry attempts if UI fails to render (0-5, default: 3)"),
  renderTimeout: z
    .int("must be a whole number of milliseconds")
    .min(ASK_LIMITS.renderTimeout.min, "must be 10000 to 60000 milliseconds")
    .max(ASK_LIMITS.renderTimeout.max, "must be 10000 to 60000 milliseconds")
    .default(ASK_LIMITS.renderTimeout.default)
    .describe("Milliseconds to wait for UI render confirmation (10-60s, default: 30s)"),
});

/** What the `ask_user` tool takes. */
export interface AskUserInput {
  /** 1 to 10 questions, shown together. */
  questions: QuestionInput[];
  /** What the questions are about, shown above them; at most 100 characters. */
  title?: string | undefined;
  /** Retries allowed when the question does not appear: `n` allows `1 + n` attempts, 0–5. Default 3. */
  maxRetries?: number | undefined;
  /** Milliseconds to wait until the question is on screen, 10,000–60,000. Default 30,000. */
  renderTimeout?: number | undefined;
}
