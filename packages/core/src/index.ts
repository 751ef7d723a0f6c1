// ask-with-render-ack: a question counts as asked only when it is on screen.
export {
  ASK_USER_TOOL_NAME,
  askUserAgentsMd,
  askUserDescription,
  askUserQuestionDescription,
} from "./ask-with-render-ack/agent-instructions.js";
export { answerEvent } from "./ask-with-render-ack/answer-event.js";
export { type Answer, type AnswerInput, checkAnswers } from "./ask-with-render-ack/answers.js";
export type {
  Ask,
  AskStart,
  AskTerms,
  AskTimes,
  Call,
  QuestionRequest,
} from "./ask-with-render-ack/ask.js";
export { type AskUserInput, askUserInputSchema } from "./ask-with-render-ack/ask-user-schema.js";
export { createAsker } from "./ask-with-render-ack/asker.js";
export type {
  AskCallOptions,
  Asker,
  AskerOptions,
  AskHandle,
  AskState,
} from "./ask-with-render-ack/asker-options.js";
export {
  type CloseReason,
  NoSurfaceError,
  type QuestionBridge,
  type Unsubscribe,
} from "./ask-with-render-ack/bridge.js";
export {
  type BridgeListeners,
  createBridgeListeners,
} from "./ask-with-render-ack/bridge-listeners.js";
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
export { type CreateAskOptions, createAsk } from "./ask-with-render-ack/create-ask.js";
export { askMachine } from "./ask-with-render-ack/machine.js";
export { ASK_OUTCOMES } from "./ask-with-render-ack/outcomes.js";
export {
  type Prompt,
  type PromptBridge,
  type PromptContext,
  type PromptReply,
  promptBridge,
} from "./ask-with-render-ack/prompt-bridge.js";
export type { AskEmitted, AskEvent } from "./ask-with-render-ack/protocol.js";
export type { AskOutcome, AskResult } from "./ask-with-render-ack/result.js";
export {
  ASK_LIMITS,
  type AskInput,
  askInputSchema,
  type Question,
  type QuestionInput,
  questionSchema,
} from "./ask-with-render-ack/schema.js";
export { ShownQuestions } from "./ask-with-render-ack/shown-questions.js";
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
// The journal: every transition of every machine.
export type { Bounded, Cause } from "./bounded.js";
export { BoundedMap } from "./bounded-map.js";
export {
  type InputProblem,
  InvalidInputError,
  messageOf,
  ReadbackError,
  type ReadbackErrorCode,
} from "./errors.js";
export { sha256Hex } from "./hash.js";
// instruction-ack: an instruction is repeated until it is acknowledged.
export type { Dispatch, InstructionOutput } from "./instruction-ack/ending.js";
export {
  createInstruction,
  type InstructionOptions,
  type TrackedInstruction,
} from "./instruction-ack/instruction.js";
export {
  type InstructionContext,
  type InstructionEmitted,
  type InstructionEvent,
  instructionMachine,
  nextText,
} from "./instruction-ack/machine.js";
export {
  createInstructionQueue,
  type FailedInstruction,
  type InstructionQueue,
  type InstructionQueueOptions,
} from "./instruction-ack/queue.js";
export { type InstructionStats, instructionStats } from "./instruction-ack/statistics.js";
// The journal: every transition of every machine.
export {
  checkpointOf,
  type Journal,
  type JournalEntry,
  type KeptDeadline,
  type KeptState,
  type Processes,
} from "./journal/entry.js";
export { journalEntrySchema } from "./journal/entry-schema.js";
export { createMemoryJournal, type MemoryJournalOptions } from "./journal/memory-journal.js";
export { journalStatistics, type MachineStatistics } from "./journal/statistics.js";
export type { Told } from "./journal/told.js";
export type { Upcast } from "./journal/upcast.js";
export { oneLine, printable } from "./printable.js";
// The runtime: hosts machines from pure transitions.
export {
  type Clock,
  createSimulatedClock,
  type SimulatedClock,
  systemClock,
} from "./runtime/clock.js";
export type { Origin } from "./runtime/effects.js";
export {
  type Applied,
  createHost,
  type Host,
  type HostState,
  type Moved,
} from "./runtime/host.js";
export { createReplay, type Replay, type ReplayReport } from "./runtime/replay.js";
export { createRuntime } from "./runtime/runtime.js";
export type { EmitListener, HostOptions, Runtime } from "./runtime/runtime-interface.js";
// todo-attempt-guard: a claim "done" is reviewed, validated and bounded.
export type { Claim } from "./todo-attempt-guard/claims.js";
export { createGuardEngine } from "./todo-attempt-guard/create-guard-engine.js";
export {
  createGuardedTodo,
  type GuardedTodoInput,
} from "./todo-attempt-guard/create-guarded-todo.js";
export { createTodoGuard, type TodoGuardOptions } from "./todo-attempt-guard/create-todo-guard.js";
export type { GuardEmitted, GuardEvent, GuardOutput } from "./todo-attempt-guard/events.js";
export type { GuardedTodo } from "./todo-attempt-guard/guarded-todo.js";
export { guardMachine } from "./todo-attempt-guard/machine.js";
export { type GuardConfig, guardConfigSchema } from "./todo-attempt-guard/schema.js";
export type {
  GuardCheck,
  GuardReport,
  TodoGuard,
  TodoList,
} from "./todo-attempt-guard/todo-guard.js";
export {
  instanceOf as guardInstance,
  instancesOf as guardInstances,
} from "./todo-attempt-guard/todo-identity.js";
export type {
  ValidationRequest,
  ValidationResult,
  Validator,
} from "./todo-attempt-guard/validation.js";
export type { TodoVerdict, VerdictKind } from "./todo-attempt-guard/verdict.js";
export {
  type GuardedTodoView,
  type TodoStanding,
  todosForAPerson,
  todosToRemindOf,
  viewOf as guardedTodoView,
} from "./todo-attempt-guard/view.js";
export type { GuardVerdict } from "./todo-attempt-guard/write-verdict.js";
// verify-retry-escalate: run, verify, learn, and ask a person.
export type { EscalationReason, VerifyContext } from "./verify-retry-escalate/context.js";
export type { VerifyOutput } from "./verify-retry-escalate/ending.js";
export { escalationMessage, planOf, skipNotice } from "./verify-retry-escalate/escalation.js";
export type { VerifyEvent } from "./verify-retry-escalate/events.js";
export type {
  FailureRecord,
  FailureReport,
  FailureType,
  FileState,
  VerificationRun,
} from "./verify-retry-escalate/failure.js";
export { verifyMachine } from "./verify-retry-escalate/machine.js";
export {
  attemptOrder,
  escalationOrder,
  type VerifyEmitted,
} from "./verify-retry-escalate/orders.js";
export type { Execution, Hopeless, Verification } from "./verify-retry-escalate/reports.js";
export { parseUserResponse, type UserResponse } from "./verify-retry-escalate/response.js";
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
  type RunVerifiedOptions,
  runVerified,
  type VerifiedOutcome,
} from "./verify-retry-escalate/runner.js";
export {
  createTask,
  type Task,
  type TaskOptions,
  type VerifyInput,
  type VerifySettings,
} from "./verify-retry-escalate/task.js";
