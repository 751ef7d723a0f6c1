/** Questions and answers in the shapes of other programs. */

export { fromClaudeCode, toClaudeCode } from "./ask-with-render-ack/converters/claude-code.js";
export { fromCodex, toCodex } from "./ask-with-render-ack/converters/codex.js";
export { fromGemini, toGemini } from "./ask-with-render-ack/converters/gemini.js";
export {
  type ElicitReply,
  type ElicitResult,
  fromElicitation,
  toElicitResult,
} from "./ask-with-render-ack/converters/mcp-elicitation.js";
export {
  type ElicitationChoice,
  type ElicitationField,
  type ElicitationRequest,
  type ElicitOutcome,
  type ElicitReading,
  fromElicitResult,
  readElicitResult,
  toElicitation,
} from "./ask-with-render-ack/converters/mcp-elicitation-request.js";
export { fromOpenCode, toOpenCode } from "./ask-with-render-ack/converters/opencode.js";
