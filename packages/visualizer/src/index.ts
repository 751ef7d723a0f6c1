// The model: what there is to see of a journal, without anything that shows it.

export { type Axis, createAxis } from "./model/axis.js";
export {
  type Branch,
  type BranchOptions,
  type BranchStep,
  branchOf,
  type Difference,
} from "./model/branch.js";
export {
  type ExportedBranch,
  eventsOfBranch,
  type TestOptions,
  testOfBranch,
} from "./model/branch-export.js";
export {
  type Candidate,
  candidatesAt,
  type JudgedCandidate,
  judged,
  type Trigger,
  type Verdict,
} from "./model/candidates.js";
export type { Change, Happening } from "./model/change.js";
export { differences, type ValueDifference } from "./model/context-diff.js";
export { type Coverage, coverageOf, takenBy } from "./model/coverage.js";
export { type Forecast, type ForecastStep, forecast } from "./model/forecast.js";
export type { GuardReport, GuardResult } from "./model/guard-report.js";
export type { InstanceSummary } from "./model/instance.js";
export { type Ledger, type LedgerItem, ledgerOf } from "./model/ledger.js";
export { type Dwell, type MachineOverview, overviewOf } from "./model/overview.js";
export type { Problem } from "./model/problems.js";
export {
  type CheckedRun,
  checkJournal,
  type FieldDifference,
  type JournalCheck,
  type Proof,
  type ProofDifference,
  prove,
} from "./model/proof.js";
export type { Reading } from "./model/readings.js";
export {
  type JournalOfRun,
  journalOfRun,
  type RecordedRun,
  type TimedEvent,
} from "./model/recorded-run.js";
export { type AttemptSpan, attemptsOf, type Span, spansOf } from "./model/spans.js";
export { createStore, type Store, type StoreOptions } from "./model/store.js";
export {
  createTrack,
  type Fate,
  type Moment,
  type Track,
  type TrackOptions,
} from "./model/track.js";
export { type WaitsFor, waitsFor } from "./model/waits-for.js";
export {
  type WhatNext,
  type WhyHere,
  type WhyNot,
  whatNext,
  whyHere,
  whyNot,
} from "./model/why.js";
