import * as z from "zod";
import { ASK_LIMITS, maxRetriesSchema, questionsSchema, titleSchema } from "./schema.js";

/** What the `ask_user` tool takes: what an asker takes, with the ranges of a tool boundary. */
export const askUserInputSchema = z.object({
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
