import type { Dwell } from "../model/overview.js";
import type { Looked } from "./looked.js";

/** What all instances did that a filter lets through, by machine. */
export interface OverviewView {
  readonly revision: number;
  readonly machines: readonly MachineOverviewView[];
}

export interface MachineOverviewView {
  readonly machine: string;
  readonly instances: number;
  readonly live: number;
  readonly attempts: number;
  readonly retries: number;
  readonly retryRate: number;
  readonly exhausted: number;
  /** The most frequent first. */
  readonly outcomes: readonly NamedCount[];
  readonly causes: readonly NamedCount[];
  /** In milliseconds; where most time was spent first. */
  readonly dwell: readonly (Dwell & { readonly state: string })[];
}

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

/** How often each transition of the chart was taken. */
export interface CoverageView extends Looked {
  /** By the ids of the chart. */
  readonly counts: Readonly<Record<string, number>>;
  /** Transitions that do something, and how many of them were taken. */
  readonly all: number;
  readonly taken: number;
  /** Entries that are not counted: an earlier version wrote them. */
  readonly translated: number;
}
