import { ASK_OUTCOMES, type AskOutcome } from "@readback/core";
import { askUserInputSchema, askUserQuestionInputSchema } from "@readback/core/tools";
import * as z from "zod";

const outcomes = Object.keys(ASK_OUTCOMES) as [AskOutcome, ...AskOutcome[]];

const resultShape = {
  outcome: z.enum(outcomes).describe("How the call ended"),
  answered: z.boolean(),
  cancelled: z.boolean().describe("The person dismissed the question or refused to answer"),
  timedOut: z.boolean().describe("The question was on screen and no valid answer came in time"),
  shouldRetry: z.boolean().describe("Call again at once with the same parameters"),
  retryReason: z.string().nullable(),
  renderConfirmed: z.boolean().describe("Whether the question was seen to be on screen"),
  answers: z
    .array(
      z.object({
        id: z.string().describe("Id of the question"),
        values: z.array(z.string()).describe("Chosen labels, the typed text, or yes or no"),
        custom: z.string().nullable().describe("The person's own answer beside the options"),
      }),
    )
    .describe("In the order of the questions; empty unless answered"),
  values: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]).nullable())
    .describe("The same by id, and by header: a list where several may be chosen; null: left open"),
  attempt: z.int().describe("Attempts used, counted from 1"),
  maxRetries: z.int(),
  requestId: z.string().nullable(),
  askId: z.string(),
  cause: z.enum(["human", "timer", "policy", "system"]).nullable(),
  error: z.string().nullable(),
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
  advice: z.string().describe("What to do now"),
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
