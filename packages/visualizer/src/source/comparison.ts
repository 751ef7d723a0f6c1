import type { ValueDifference } from "../model/context-diff.js";
import type { WaitsFor } from "../model/waits-for.js";
import type { InstanceRow } from "./instance-list.js";
import type { MomentRow } from "./moment-view.js";

/** What is compared: an instance, or one attempt of it. */
export interface ComparedSide {
  readonly key: string;
  /** Counted from 1; absent for the whole instance. */
  readonly attempt?: number;
  /** Which life of the instance the attempt is of. Default: 1. */
  readonly generation?: number;
}

export interface Comparison {
  readonly sides: readonly [SideView, SideView];
  /** Such as outcome, cause, attempts, entries, how long: only what is not the same. */
  readonly facts: readonly { readonly name: string; readonly a: string; readonly b: string }[];
  /** What they were started with. */
  readonly input: readonly ValueDifference[];
  /** What they knew at the end. */
  readonly context: readonly ValueDifference[];
  /** How long each kind of waiting took, in milliseconds. */
  readonly waits: readonly {
    readonly waitsFor: WaitsFor;
    readonly a: number;
    readonly b: number;
  }[];
  /** Side by side; `null` where one has nothing that is like the other's. */
  readonly steps: readonly { readonly a: MomentRow | null; readonly b: MomentRow | null }[];
  /** Whether what is alike was put together; very long ones stand entry by entry. */
  readonly isAligned: boolean;
  /** How many more steps there are than are shown. */
  readonly more: number;
}

export interface SideView {
  readonly side: ComparedSide;
  readonly row: InstanceRow;
  readonly entries: number;
  readonly since: number;
  readonly until: number;
}
