/** The texts and files of verify-retry-escalate and instruction-ack. */

export { nextText } from "./instruction-ack/machine.js";
export { escalationMessage, planOf, skipNotice } from "./verify-retry-escalate/escalation.js";
export type {
  FailureReport,
  FailureType,
  FileState,
  VerificationRun,
} from "./verify-retry-escalate/failure.js";
export { attemptOrder, escalationOrder } from "./verify-retry-escalate/orders.js";
export { parseUserResponse } from "./verify-retry-escalate/response.js";
export { retryContext } from "./verify-retry-escalate/retry-context.js";
export { type RetryEvent, retryEvents } from "./verify-retry-escalate/retry-events.js";
export { retryJsonLine, retryLogLines } from "./verify-retry-escalate/retry-log.js";
export {
  type RetryState,
  type RetryTaskState,
  retryState,
} from "./verify-retry-escalate/retry-state.js";
export { retrySummary } from "./verify-retry-escalate/retry-summary.js";
