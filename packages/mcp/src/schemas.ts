import { ASK_OUTCOMES, type AskOutcome } from "@readback/core";
import {
  askReplyShape,
  askUserInputSchema,
  askUserQuestionInputSchema,
} from "@readback/core/tools";
import * as z from "zod";

const outcomes = Object.keys(ASK_OUTCOMES) as [AskOutcome, ...AskOutcome[]];

const resultShape = {
  outcome: z.enum(outcomes).describe("How the call ended"),
  ...askReplyShape,
  attempt: z.int().describe("Attempts used, counted from 1"),
  maxRetries: z.int(),
  requestId: z.string().nullable(),
  askId: z.string(),
  cause: z.enum(["human", "timer", "policy", "system"]).nullable(),
  surface: z
    .string()
    .nullable()
    .describe(
      "Where the person answered; else where the question is on screen, such as page and terminal. elicitation: a form of the client, which does not say when it is on screen. null: nowhere, or unknown",
    ),
  evidence: z
    .object({
      visibility: z.enum(["browser", "styles"]),
      surface: z.string().nullable(),
      at: z.string(),
    })
    .optional()
    .describe(
      "What was measured when the question was confirmed. browser: the browser itself says that nothing hid it; styles: its place and styles say so. Absent: the surface says no more",
    ),
  link: z
    .string()
    .nullable()
    .describe(
      "What a person who does not see the question opens in a browser; null: nothing to open",
    ),
};

/** What `ask_user` returns as structured content. */
export const askUserResultSchema = z.object(resultShape);

/** What `ask_user_question` returns as structured content. */
export const askUserQuestionResultSchema = z.object({
  ...resultShape,
  answersByHeader: z
    .record(z.string(), z.string())
    .describe("Chosen labels joined by a comma; own words as Other: text"),
});

/** What `ask_user` returns as structured content. */
export type AskUserToolResult = Readonly<z.output<typeof askUserResultSchema>>;

/**
 * A schema that tells clients its JSON Schema and lets everything through: the arguments are checked
 * once, by the tool, whose messages name the field and the way out. Both SDKs take it.
 */
function advertised(schema: z.ZodType, io: "input" | "output"): z.ZodType {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  const open = z.looseObject({});
  // Zod writes into what it gets.
  open._zod.toJSONSchema = () => structuredClone(json);
  // Not even a copy: the SDKs ask zod twice for each call.
  open._zod.run = (payload) => payload;
  return open;
}

/** The schemas under which the tools are registered. */
export const toolSchemas = {
  askUser: {
    inputSchema: advertised(askUserInputSchema, "input"),
    outputSchema: advertised(askUserResultSchema, "output"),
  },
  askUserQuestion: {
    inputSchema: advertised(askUserQuestionInputSchema, "input"),
    outputSchema: advertised(askUserQuestionResultSchema, "output"),
  },
} as const;
