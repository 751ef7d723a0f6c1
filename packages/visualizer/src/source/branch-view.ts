import type { ExportedBranch } from "../model/branch-export.js";
import type { Change } from "../model/change.js";
import type { ValueDifference } from "../model/context-diff.js";
import type { MomentRow } from "./moment-view.js";

/** What if: from which entry, with what changed, and until when deadlines pass. */
export interface BranchRequest {
  /** The entry after which it begins; -1 for the very beginning. */
  readonly from: number;
  readonly changes: readonly Change[];
  /** `null` lets every deadline pass. Default: the time of the last entry. */
  readonly until?: number | null;
}

/** What would have happened, beside what did. */
export interface BranchView {
  readonly from: number;
  readonly steps: readonly BranchRow[];
  readonly happened: readonly BranchRow[];
  /** The first step at which the two differ; `null` when they are the same. */
  readonly differsAt: number | null;
  /** What came and changed nothing, as people say it. */
  readonly unheard: readonly string[];
  readonly end: { readonly happened: BranchEnd; readonly branch: BranchEnd };
  /** Where the contexts differ at the end. */
  readonly context: readonly ValueDifference[];
  /** Of the chart, for the branch: where it ends, and what it took. */
  readonly current: readonly string[];
  readonly visited: readonly string[];
  readonly taken: readonly string[];
}

export interface BranchRow
  extends Pick<
    MomentRow,
    "time" | "event" | "words" | "from" | "to" | "attempt" | "cause" | "outcome"
  > {
  readonly origin: "recorded" | "inserted" | "deadline";
  readonly n: number | null;
}

export interface BranchEnd {
  readonly state: string;
  readonly attempt: number;
  readonly outcome: string | null;
  readonly at: number | null;
}

/** A branch to take away. */
export interface BranchExport {
  readonly events: ExportedBranch;
  /** A vitest test. */
  readonly test: string;
}
