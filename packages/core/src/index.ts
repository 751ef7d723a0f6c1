// ask-with-render-ack: a question counts as asked only when it is on screen.
export {
  ASK_USER_TOOL_NAME,
  askUserAgentsMd,
  askUserDescription,
  askUserQuestionDescription,
} from "./ask-with-render-ack/agent-instructions.js";
export { type Answer, type AnswerInput, checkAnswers } from "./ask-with-render-ack/answers.js";
export type {
  Ask,
  AskEmitted,
  AskEvent,
  AskTimes,
  QuestionRequest,
} from "./ask-with-render-ack/ask.js";
export { type AskUserInput, askUserInputSchema } from "./ask-with-render-ack/ask-user-schema.js";
export {
  type AskCallOptions,
  type Asker,
  type AskerOptions,
  createAsker,
} from "./ask-with-render-ack/asker.js";
export {
  type CloseReason,
  NoSurfaceError,
  type QuestionBridge,
  type Unsubscribe,
} from "./ask-with-render-ack/bridge.js";
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
  fromElicitResult,
  toElicitation,
} from "./ask-with-render-ack/converters/mcp-elicitation-request.js";
export { fromOpenCode, toOpenCode } from "./ask-with-render-ack/converters/opencode.js";
export { askMachine } from "./ask-with-render-ack/machine.js";
export { ASK_OUTCOMES } from "./ask-with-render-ack/outcomes.js";
export type { AskOutcome, AskResult } from "./ask-with-render-ack/result.js";
export {
  ASK_LIMITS,
  type AskInput,
  askInputSchema,
  type Question,
  type QuestionInput,
  questionSchema,
} from "./ask-with-render-ack/schema.js";
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
export {
  type InputProblem,
  InvalidInputError,
  ReadbackError,
  type ReadbackErrorCode,
} from "./errors.js";
export { sha256Hex } from "./hash.js";
// instruction-ack: an instruction is repeated until it is acknowledged.
export {
  type Dispatch,
  type InstructionEmitted,
  type InstructionEvent,
  instructionMachine,
  type TrackedInstruction,
} from "./instruction-ack/machine.js";
export {
  createInstructionQueue,
  type FailedInstruction,
  type InstructionQueue,
  type InstructionQueueOptions,
  type InstructionStats,
} from "./instruction-ack/queue.js";
// The journal: every transition of every machine.
export { checkpointOf, type Journal, type JournalEntry } from "./journal/entry.js";
export { journalEntrySchema } from "./journal/entry-schema.js";
export { createMemoryJournal, type MemoryJournalOptions } from "./journal/memory-journal.js";
export { createReplay, type Replay, type ReplayReport } from "./journal/replay.js";
export { journalStatistics, type MachineStatistics } from "./journal/statistics.js";
// The runtime: hosts machines from pure transitions.
export {
  type Clock,
  createSimulatedClock,
  type SimulatedClock,
  systemClock,
} from "./runtime/clock.js";
export {
  createRuntime,
  type EmitListener,
  type HostOptions,
  type Runtime,
} from "./runtime/runtime.js";
export type { Bounded, Cause } from "./runtime/step.js";
export { oneLine, printable } from "./text.js";
// todo-attempt-guard: a claim "done" is reviewed, validated and bounded.
export { createTodoGuard, type TodoGuardOptions } from "./todo-attempt-guard/guard.js";
export { createGuardEngine } from "./todo-attempt-guard/guard-engine.js";
export { instanceOf as guardInstance } from "./todo-attempt-guard/instance.js";
export {
  type Claim,
  type GuardEmitted,
  type GuardEvent,
  type GuardedTodo,
  guardMachine,
} from "./todo-attempt-guard/machine.js";
export { type GuardConfig, guardConfigSchema } from "./todo-attempt-guard/schema.js";
export type {
  GuardCheck,
  GuardedTodoView,
  TodoGuard,
  TodoList,
  ValidationRequest,
  ValidationResult,
  Validator,
} from "./todo-attempt-guard/todo-guard.js";
export type { GuardVerdict, TodoVerdict, VerdictKind } from "./todo-attempt-guard/verdict.js";
// verify-retry-escalate: run, verify, learn, and ask a person.
export {
  escalationMessage,
  parseUserResponse,
  planOf,
  skipNotice,
} from "./verify-retry-escalate/escalation.js";
export type {
  FailureRecord,
  FailureReport,
  FailureType,
  FileState,
  VerificationRun,
} from "./verify-retry-escalate/failure.js";
export {
  type EscalationReason,
  type Task,
  type UserResponse,
  type VerifyEmitted,
  type VerifyEvent,
  type VerifyInput,
  type VerifySettings,
  verifyMachine,
} from "./verify-retry-escalate/machine.js";
export { retryContext } from "./verify-retry-escalate/retry-context.js";
export { type RetryEvent, retryEvents } from "./verify-retry-escalate/retry-events.js";
export { retryJsonLine, retryLogLines } from "./verify-retry-escalate/retry-log.js";
export {
  type RetryState,
  type RetryTaskState,
  retryState,
} from "./verify-retry-escalate/retry-state.js";
export { retrySummary } from "./verify-retry-escalate/retry-summary.js";
export {
  type AttemptRequest,
  type Escalate,
  type Escalation,
  type Execution,
  type Hopeless,
  type RunVerifiedOptions,
  runVerified,
  type Verification,
  type VerifiedOutcome,
} from "./verify-retry-escalate/runner.js";
