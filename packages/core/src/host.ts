/** What it takes to run the machines somewhere else: the pure host, kept state, events and effects. */

export { answerEvent } from "./ask-with-render-ack/answer-event.js";
export type {
  Ask,
  AskStart,
  AskTerms,
  AskTimes,
  Call,
} from "./ask-with-render-ack/ask.js";
export type { DetachedCall } from "./ask-with-render-ack/asker-options.js";
export { isNoSurface } from "./ask-with-render-ack/bridge.js";
export type { AskContext } from "./ask-with-render-ack/context.js";
export {
  askSettingsSchema,
  type CreateAskOptions,
  callSchema,
  USUAL_SETTINGS,
} from "./ask-with-render-ack/create-ask.js";
export { mustBeAsker } from "./ask-with-render-ack/must-be-asker.js";
export type { AskEmitted, AskEvent } from "./ask-with-render-ack/protocol.js";
export { askIdOf } from "./ask-with-render-ack/request-id.js";
export type { AnyAskInput, ValuesOf } from "./ask-with-render-ack/values.js";
export type { Bounded, Cause } from "./bounded.js";
export {
  askOf,
  checkpointOf,
  didYouMean,
  onScreenIn,
  presentationIn,
  requestOf,
  sha256Hex,
  stateName,
  termsOf,
  termsOfAsk,
  unknownName,
  unpresentedResult,
  withValues,
} from "./checked.js";
export { refuseUnknown } from "./did-you-mean.js";
export { messageOf } from "./errors.js";
export { givenKind, mustBeEntries, mustBeFunction, mustHave } from "./given.js";
export { type ToolCallSeen, toolCallSeen } from "./instruction-ack/awaited-call.js";
export type { Dispatch, InstructionOutput } from "./instruction-ack/ending.js";
export { createInstructionEngine } from "./instruction-ack/engine.js";
export type { InstructionOptions, TrackedInstruction } from "./instruction-ack/instruction.js";
export type {
  InstructionContext,
  InstructionEmitted,
  InstructionEvent,
} from "./instruction-ack/machine.js";
export type { RetryTimerOptions } from "./instruction-ack/queue.js";
export { instructionStats, statsOf } from "./instruction-ack/statistics.js";
export { definitionOf } from "./journal/definition.js";
export {
  CHECKPOINT_EVENT,
  type KeptDeadline,
  type KeptState,
  type Processes,
  START_EVENT,
  type Timer,
} from "./journal/entry.js";
export { journalEntrySchema } from "./journal/entry-schema.js";
export type { MemoryJournalOptions } from "./journal/memory-journal.js";
export type { Told } from "./journal/told.js";
export { type Upcast, upcastOf } from "./journal/upcast.js";
export { mustBeMachine, mustBeMachines } from "./must-be-machine.js";
export { mustFit, type Shape } from "./must-fit.js";
export { functionSchema, hostShape, parse, signalSchema } from "./parse.js";
export type { Origin } from "./runtime/effects.js";
export { type Applied, createHost, type Host, type HostState, type Moved } from "./runtime/host.js";
export { createReplay, type Fold, type Replay, type ReplayReport } from "./runtime/replay.js";
export type { EmitListener, HostOptions } from "./runtime/runtime-interface.js";
export { quickSha256 } from "./sha256.js";
export type { Claim } from "./todo-attempt-guard/claims.js";
export { createGuardEngine } from "./todo-attempt-guard/create-guard-engine.js";
export type { GuardedTodoInput } from "./todo-attempt-guard/create-guarded-todo.js";
export type { GuardEmitted, GuardEvent, GuardOutput } from "./todo-attempt-guard/events.js";
export type { GuardedTodo } from "./todo-attempt-guard/guarded-todo.js";
export { type GuardConfig, guardConfigSchema } from "./todo-attempt-guard/schema.js";
export {
  instanceOf as guardInstance,
  instancesOf as guardInstances,
} from "./todo-attempt-guard/todo-identity.js";
export { judgementOn, type ValidationRequest } from "./todo-attempt-guard/validation.js";
export type { TodoVerdict, VerdictKind } from "./todo-attempt-guard/verdict.js";
export {
  type TodoStanding,
  todosForAPerson,
  todosToRemindOf,
  viewOf as guardedTodoView,
} from "./todo-attempt-guard/view.js";
export type { EscalationReason, VerifyContext } from "./verify-retry-escalate/context.js";
export { endingOf, type VerifyOutput } from "./verify-retry-escalate/ending.js";
export type { VerifyEvent, VerifyResult } from "./verify-retry-escalate/events.js";
export type {
  AttemptOrder,
  EscalationOrder,
  VerifyEmitted,
} from "./verify-retry-escalate/orders.js";
export {
  afterAsking,
  afterExecution,
  afterThrowing,
  afterVerification,
  executionIn,
  type Hopeless,
} from "./verify-retry-escalate/reports.js";
export { verifyInstance } from "./verify-retry-escalate/runner.js";
export type { VerifyInput, VerifySettings } from "./verify-retry-escalate/task.js";
