/** For the agent's side of a question: tool names, descriptions, input schemas and the strict tool. */

export {
  ASK_USER_TOOL_NAME,
  askUserAgentsMd,
  askUserDescription,
  askUserQuestionDescription,
} from "./ask-with-render-ack/agent-instructions.js";
export {
  type AskUserCall,
  type AskUserReply,
  type AskUserTool,
  askReplyShape,
  askUserJsonSchema,
  askUserQuestionJsonSchema,
  askUserResultJsonSchema,
  askUserTool,
  type JsonSchema,
} from "./ask-with-render-ack/ask-tool.js";
export { type AskUserInput, askUserInputSchema } from "./ask-with-render-ack/ask-user-schema.js";
export { ASK_LIMITS, askInputSchema, questionSchema } from "./ask-with-render-ack/schema.js";
export {
  ASK_USER_QUESTION_LIMITS,
  ASK_USER_QUESTION_TOOL_NAME,
  type AskUserQuestionAnswers,
  type AskUserQuestionArgs,
  type AskUserQuestionAsk,
  askUserQuestionInputSchema,
  formatAskUserQuestionOutput,
  OTHER_OPTION_LABEL,
  parseAskUserQuestion,
  toHeaderAnswers,
  validateAskUserQuestionArgs,
} from "./ask-with-render-ack/strict-profile.js";
