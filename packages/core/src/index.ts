// What most programs need. The rest has entries of its own: `tools` (the agent's side of a question),
// `converters`, `surfaces` (for your own user interface), `formats` (texts and files of verify-retry-escalate),
// `host` (to run the machines somewhere else) and `printable`.

export type { Answer, AnswerInput } from "./ask-with-render-ack/answers.js";
// ask-with-render-ack: a question counts as asked only when it is on screen.
export { type Approval, approve, type ToolCallToApprove } from "./ask-with-render-ack/approve.js";
export type { QuestionRequest } from "./ask-with-render-ack/ask.js";
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
export { createAsk } from "./ask-with-render-ack/create-ask.js";
export { askMachine } from "./ask-with-render-ack/machine.js";
export { ASK_OUTCOMES } from "./ask-with-render-ack/outcomes.js";
export {
  type PromptBridge,
  promptBridge,
} from "./ask-with-render-ack/prompt-bridge.js";
export type {
  AskInput,
  Question,
  QuestionInput,
} from "./ask-with-render-ack/question.js";
export type { AskOutcome, AskResult } from "./ask-with-render-ack/result.js";
export type {
  AskedQuestion,
  AskedResult,
  AskInputOf,
} from "./ask-with-render-ack/values.js";
// What all machines share.
export {
  type InputProblem,
  InvalidInputError,
  ReadbackError,
  type ReadbackErrorCode,
} from "./errors.js";
// instruction-ack: an instruction is repeated until it is acknowledged.
export { createInstruction } from "./instruction-ack/instruction.js";
export { instructionMachine } from "./instruction-ack/machine.js";
export {
  createInstructionQueue,
  type FailedInstruction,
  type InstructionQueue,
  type InstructionQueueOptions,
  startRetryTimer,
} from "./instruction-ack/queue.js";
export type { InstructionStats } from "./instruction-ack/statistics.js";
// The journal: every transition of every machine.
export type { Journal, JournalEntry } from "./journal/entry.js";
export { createMemoryJournal } from "./journal/memory-journal.js";
export { journalStatistics, type MachineStatistics } from "./journal/statistics.js";
// The runtime: hosts machines from pure transitions.
export {
  type Clock,
  createSimulatedClock,
  type SimulatedClock,
  systemClock,
} from "./runtime/clock.js";
export { createRuntime } from "./runtime/create-runtime.js";
export type { Runtime } from "./runtime/runtime-interface.js";
// todo-attempt-guard: a claim "done" is reviewed, validated and bounded.
export { createGuardedTodo } from "./todo-attempt-guard/create-guarded-todo.js";
export { createTodoGuard, type TodoGuardOptions } from "./todo-attempt-guard/create-todo-guard.js";
export { guardMachine } from "./todo-attempt-guard/machine.js";
export type {
  GuardCheck,
  GuardReport,
  TodoGuard,
  TodoList,
} from "./todo-attempt-guard/todo-guard.js";
export type {
  ValidationResult,
  Validator,
} from "./todo-attempt-guard/validation.js";
export type { GuardedTodoView } from "./todo-attempt-guard/view.js";
export type { GuardVerdict } from "./todo-attempt-guard/write-verdict.js";
// verify-retry-escalate: run, verify, learn, and ask a person.
export { verifyMachine } from "./verify-retry-escalate/machine.js";
export type { Execution, Verification } from "./verify-retry-escalate/reports.js";
export {
  type AttemptRequest,
  type Escalate,
  type Escalation,
  type RunVerifiedOptions,
  runVerified,
  type VerifiedOutcome,
} from "./verify-retry-escalate/runner.js";
export { createTask, type Task, type TaskOptions } from "./verify-retry-escalate/task.js";
