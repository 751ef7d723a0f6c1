import { type AskInput, InvalidInputError } from "@readback/core";
import { messageOf, parse } from "@readback/core/host";
import {
  ASK_USER_QUESTION_TOOL_NAME,
  ASK_USER_TOOL_NAME,
  askUserDescription,
  askUserInputSchema,
  askUserQuestionDescription,
  parseAskUserQuestion,
} from "@readback/core/tools";
import * as z from "zod";
import {
  type InputRequired,
  type McpServerLike,
  offerOnlyTo,
  registerTool,
  type ToolResult,
  toolError,
} from "./mcp-server.js";
import { toolSchemas } from "./schemas.js";

/**
 * What the tool checks itself; the asker checks the rest, and has its own defaults. A tool call may
 * not choose any render timeout, as code may.
 */
const boundarySchema = z.strictObject({
  questions: z.unknown().optional(),
  title: z.unknown().optional(),
  maxRetries: z.unknown().optional(),
  renderTimeout: askUserInputSchema.shape.renderTimeout.unwrap().optional(),
});

/** What `ask_user` is called, too, for Gemini CLI: without a terminal that hides every tool of that name. */
const ALIAS = "ask_person";

/** The tools that ask a person. */
export const ASKING = [ASK_USER_TOOL_NAME, ALIAS, ASK_USER_QUESTION_TOOL_NAME];

/** The tools by their own names. */
export type AskingTool = typeof ASK_USER_TOOL_NAME | typeof ASK_USER_QUESTION_TOOL_NAME;

type Returned = ToolResult | InputRequired;

/** Offers the tools to whoever connects to this server. `asked` is called with input that can be asked, and may throw. */
export function offerAsking(
  server: McpServerLike,
  asked: (input: AskInput, tool: AskingTool, context: unknown) => Promise<Returned>,
): void {
  const answer = (parseArgs: (args: unknown) => AskInput, tool: AskingTool) => {
    return (args: unknown, context: unknown) => {
      try {
        return asked(parseArgs(args), tool, context);
      } catch (error) {
        return Promise.resolve(failure(error));
      }
    };
  };
  const askUser = {
    name: ASK_USER_TOOL_NAME,
    title: "Ask the user",
    description: askUserDescription(),
    annotations,
    ...toolSchemas.askUser,
  };
  registerTool(server, askUser, answer(askUserInput, ASK_USER_TOOL_NAME));
  const alias = { ...askUser, name: ALIAS };
  offerOnlyTo(
    server,
    registerTool(server, alias, answer(askUserInput, ASK_USER_TOOL_NAME)),
    (client) => client.startsWith("gemini"),
  );
  registerTool(
    server,
    {
      name: ASK_USER_QUESTION_TOOL_NAME,
      title: "Ask the user to choose",
      description: askUserQuestionDescription(),
      annotations,
      ...toolSchemas.askUserQuestion,
    },
    answer(parseAskUserQuestion, ASK_USER_QUESTION_TOOL_NAME),
  );
}

/** The arguments of `ask_user`, as they are asked. */
export function askUserInput(args: unknown): AskInput {
  parse(boundarySchema, args, `${ASK_USER_TOOL_NAME} arguments`);
  const { questions, title, maxRetries, renderTimeout } = args as AskInput;
  return { questions, title, maxRetries, renderTimeout };
}

/** Asking changes nothing by itself, and asking twice is asking once. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/** What the agent is told when nothing could be asked. */
export function failure(error: unknown): ToolResult {
  return toolError(
    error instanceof InvalidInputError
      ? `${error.message}. Nothing was asked. Fix the arguments and call again.`
      : `The question could not be asked: ${messageOf(error)}. Put it in your reply as plain text.`,
  );
}
