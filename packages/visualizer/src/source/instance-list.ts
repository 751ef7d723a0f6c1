import type { InstanceSummary } from "../model/instance.js";
import type { WaitsFor } from "../model/waits-for.js";
import type { Health } from "./health.js";

/** Which instances are meant. What is absent does not matter. */
export interface Filter {
  readonly machine?: string;
  /** An outcome, or `open` for those that have none yet. */
  readonly outcome?: string;
  readonly session?: string;
  /** In its name, its subject, its state or its outcome, in any letter case. */
  readonly text?: string;
  /** Moved at or after this moment. */
  readonly since?: number;
  /** Moved within so many milliseconds before now, whenever that is. */
  readonly within?: number;
  /** Started at or before this moment. */
  readonly until?: number;
}

export interface InstanceQuery {
  readonly filter?: Filter;
  /** Default: `moved`, the latest first. In groups of machines in any case. */
  readonly sort?: "moved" | "started" | "attempts" | "entries";
  readonly offset?: number;
  /** At most 200. */
  readonly limit?: number;
}

export interface InstancePage extends Shown {
  readonly revision: number;
  /** The machines in the order of the list, with how many instances of each the filter lets through. */
  readonly groups: readonly { readonly machine: string; readonly count: number }[];
  /** How many there are in all groups. */
  readonly total: number;
}

interface Shown {
  readonly offset: number;
  readonly rows: readonly InstanceRow[];
}

/** An instance in the list. */
export interface InstanceRow extends InstanceSummary {
  /** What it is about: the question, the todo, the instruction, the task. May be empty. */
  readonly subject: string;
  readonly session: string | null;
  readonly health: Health;
  /** Who has to do something next; `null` when the machine's definition is not known. */
  readonly waitsFor: WaitsFor | null;
  /** When the next deadline is due. */
  readonly due: number | null;
  /** Who owes what to whom, in a sentence without a full stop; empty when nobody owes anything. */
  readonly owes: string;
}
