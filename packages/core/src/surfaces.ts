/** For those who build a place where questions are shown. */

export { checkAnswers } from "./ask-with-render-ack/answers-checked.js";
export type { Visibility } from "./ask-with-render-ack/bridge.js";
export {
  type BridgeListeners,
  createBridgeListeners,
} from "./ask-with-render-ack/bridge-listeners.js";
export type { Prompt, PromptContext, PromptReply } from "./ask-with-render-ack/prompt-bridge.js";
export type {
  InitialAnswer,
  QuestionOption,
  QuestionType,
} from "./ask-with-render-ack/question.js";
export type { RenderEvidence } from "./ask-with-render-ack/result.js";
export { ShownQuestions } from "./ask-with-render-ack/shown-questions.js";
export { BoundedMap } from "./bounded-map.js";
