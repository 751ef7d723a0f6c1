import type { JournalEntry } from "@readback/core";
import type { Problem } from "../model/problems.js";
import type { Proof } from "../model/proof.js";
import type { WhyNot } from "../model/why.js";
import type { ActionOffer, ActionTaken } from "./action.js";
import type { BranchExport, BranchRequest, BranchView } from "./branch-view.js";
import type { ChartView } from "./chart-view.js";
import type { ComparedSide, Comparison } from "./comparison.js";
import type { Filter, InstancePage, InstanceQuery, InstanceRow } from "./instance-list.js";
import type { LedgerPage, LedgerQuery } from "./ledger-page.js";
import type { MomentRow, MomentView } from "./moment-view.js";
import type { CoverageView, OverviewView } from "./overview-view.js";
import type { Path } from "./path.js";
import type { InstanceSpans } from "./spans-view.js";

/**
 * Everything the page shows comes from here, and everything is plain JSON: the same page runs on a
 * server's journals, on a program that is running, and inside an exported file. A key is that of an
 * instance (`machine/instance`); `null` says that there is no such thing, or no longer.
 *
 * What may take long does a part of its work for each call and says how far it is (`looked` of `of`):
 * whoever wants the rest asks again.
 */
export interface Source {
  status(): Promise<Status>;
  /** A machine as a picture; `null` when nobody knows its definition. */
  chart(machine: string): Promise<ChartView | null>;
  overview(filter: Filter): Promise<OverviewView>;
  /** How often each transition was taken, for heat on the chart. */
  coverage(machine: string, filter: Filter): Promise<CoverageView>;
  instances(query: InstanceQuery): Promise<InstancePage>;
  instance(key: string): Promise<InstanceView | null>;
  /** The entries `from` to `to`, without what is folded for a single one. At most 1,000. */
  moments(key: string, from: number, to: number): Promise<readonly MomentRow[]>;
  moment(key: string, n: number): Promise<MomentView | null>;
  /** Who was waited for, and the attempts. */
  spans(key: string): Promise<InstanceSpans | null>;
  /** When each state was first entered and each transition first taken: what is lit at any moment. */
  path(key: string): Promise<Path | null>;
  /** Why an event did, does or would do nothing after entry `n`. `event` has at least a `type`. */
  whyNot(key: string, n: number, event: Readonly<Record<string, unknown>>): Promise<WhyNot | null>;
  /** The latest event of this type that the journal has, of this instance if it had one: to start from. */
  sample(key: string, event: string): Promise<Readonly<Record<string, unknown>> | null>;
  branch(key: string, request: BranchRequest): Promise<BranchView | null>;
  branchExport(key: string, request: BranchRequest): Promise<BranchExport | null>;
  /** `null` also where states were recorded, for nothing is folded there. */
  proof(key: string): Promise<Proof | null>;
  compare(a: ComparedSide, b: ComparedSide): Promise<Comparison | null>;
  ledger(query: LedgerQuery): Promise<LedgerPage>;
  problems(): Promise<readonly Problem[]>;
  /** The entries of an instance as they were written, to take away. */
  entries(key: string): Promise<readonly JournalEntry[]>;
  /** An instance as one HTML file that needs nothing else; `null` unless `status().canExport`. */
  exported(key: string, redact: boolean): Promise<string | null>;
  /** Does what a person pressed; refused unless `status().canAct`. */
  act(key: string, action: string, text?: string): Promise<ActionTaken>;
  /**
   * Tells that something has changed. `revision` only grows while `epoch` stays the same; whoever has
   * seen another one asks again for what it shows, so nothing is missed. Returns how to stop.
   */
  subscribe(listener: (change: Changed) => void): () => void;
}

/** The methods that are answered by a server: all but the stream of changes. */
export const SOURCE_METHODS = [
  "status",
  "chart",
  "overview",
  "coverage",
  "instances",
  "instance",
  "moments",
  "moment",
  "spans",
  "path",
  "whyNot",
  "sample",
  "branch",
  "branchExport",
  "proof",
  "compare",
  "ledger",
  "problems",
  "entries",
  "exported",
  "act",
] as const satisfies readonly Exclude<keyof Source, "subscribe">[];

export type SourceMethod = (typeof SOURCE_METHODS)[number];

export interface Changed {
  /** Another one when the server was started again: revisions of two epochs have nothing in common. */
  readonly epoch: string;
  readonly revision: number;
}

/** How things stand. */
export interface Status extends Changed {
  /** What is looked at, such as the name of the project. */
  readonly title: string;
  /** Where the entries come from, such as folders of journals. */
  readonly places: readonly string[];
  /** The clock of the source, in milliseconds since the epoch. It stands still in an exported file. */
  readonly now: number;
  /** Whether more may come, and the clock goes on. */
  readonly isLive: boolean;
  /** Whether a person may act from the page. */
  readonly canAct: boolean;
  /** Whether a run can be saved as one file. */
  readonly canExport: boolean;
  readonly records: number;
  /** While journals are being read for the first time. `total` is `null` when nobody knows it. */
  readonly reading: Reading | null;
  readonly problems: number;
  readonly forgotten: { readonly instances: number; readonly entries: number };
  /** Every machine there is something of, with what to filter by. */
  readonly machines: readonly MachineRow[];
}

/** How far the reading of journals has come, in bytes. */
export interface Reading {
  readonly done: number;
  readonly total: number | null;
}

export interface MachineRow {
  readonly machine: string;
  readonly instances: number;
  readonly live: number;
  readonly outcomes: readonly string[];
  readonly sessions: readonly string[];
  /** Whether its definition is known: without it nothing can be explained. */
  readonly isKnown: boolean;
}

/** An instance that is being looked at. */
export interface InstanceView {
  readonly row: InstanceRow;
  /** The first entry that is still known. */
  readonly first: number;
  /** How many entries there have been, the forgotten ones included. */
  readonly length: number;
  /** What a person may do with it now; none unless `status().canAct`. */
  readonly actions: readonly ActionOffer[];
  /** Why nothing can be explained, when that is so. */
  readonly problem: string | null;
}
