// The conformance kit: what every QuestionBridge promises, as checks for any test runner.
export { type BridgeCheck, bridgeChecks } from "./testing/bridge-checks.js";
export { BrokenPromiseError, NotApplicableError } from "./testing/broken-promise.js";
export type {
  BridgeCapability,
  BridgeHost,
  BridgeStage,
  BridgeSubject,
  HostedTerms,
  Person,
} from "./testing/subject.js";
