export { ALREADY_OPEN, createTerminalBridge } from "./bridge.js";
export type {
  DraftStore,
  ListOptions,
  TerminalBridge,
  TerminalBridgeOptions,
} from "./bridge-options.js";
export type { Draft, Field } from "./dialog/state.js";
export {
  type AskUserQuestionTool,
  type AskUserQuestionToolHost,
  type AskUserQuestionToolOptions,
  type AskUserQuestionToolResult,
  createAskUserQuestionTool,
} from "./tool.js";
export { controllingTerminal, type Found, standardStreams } from "./tty/streams.js";
export type { TerminalStreams } from "./tty/terminal.js";
