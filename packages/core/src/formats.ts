/** The texts and files of verify-retry-escalate and instruction-ack. */

export { instructionBlock } from "./instruction-ack/block.js";
export { nextText } from "./instruction-ack/machine.js";
export { escalationMessage, planOf, skipNotice } from "./verify-retry-escalate/escalation.js";
export {
  escalationQuestion,
  escalationResponse,
} from "./verify-retry-escalate/escalation-question.js";
export type {
  FailureRecord,
  FailureReport,
  FailureType,
  FileState,
  VerificationRun,
} from "./verify-retry-escalate/failure.js";
export { attemptOrder, escalationOrder } from "./verify-retry-escalate/orders.js";
export {
  type Plan,
  type PlanStandings,
  type PlanTask,
  planSchema,
  readPlan,
  readyTasks,
} from "./verify-retry-escalate/plan.js";
export { parseUserResponse, type UserResponse } from "./verify-retry-escalate/response.js";
export {
  type ResultDocument,
  readResultDocument,
} from "./verify-retry-escalate/result-document.js";
export { retryContext } from "./verify-retry-escalate/retry-context.js";
export {
  createRetryStory,
  type OpenTask,
  type RetryEvent,
  type RetryStory,
  retryEvents,
} from "./verify-retry-escalate/retry-events.js";
export { retryJsonLine, retryLogLines } from "./verify-retry-escalate/retry-log.js";
export {
  createRetryView,
  type RetryState,
  type RetryTaskState,
  type RetryView,
  retryState,
} from "./verify-retry-escalate/retry-state.js";
export {
  createRetryCounter,
  type RetryCounter,
  type RetryDetail,
  type RetryStatistics,
} from "./verify-retry-escalate/retry-statistics.js";
export { retrySummary, statisticsSummary } from "./verify-retry-escalate/retry-summary.js";
export { skippedTasks } from "./verify-retry-escalate/skipped-tasks.js";
