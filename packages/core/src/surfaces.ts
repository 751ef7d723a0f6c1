/** For those who build a place where questions are shown. */

export { checkAnswers } from "./ask-with-render-ack/answers.js";
export {
  type BridgeListeners,
  createBridgeListeners,
} from "./ask-with-render-ack/bridge-listeners.js";
export { ShownQuestions } from "./ask-with-render-ack/shown-questions.js";
export { BoundedMap } from "./bounded-map.js";
