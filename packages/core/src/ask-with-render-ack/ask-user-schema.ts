import * as z from "zod";
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
export type AskUserInput = z.input<typeof askUserInputSchema>;
