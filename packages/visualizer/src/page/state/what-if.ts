import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Change } from "../../model/change.js";
import type { BranchRequest, BranchView } from "../../source/branch-view.js";
import type { App } from "./app.js";
import { createResource } from "./resource.js";

/** Until when deadlines pass after the last event: as it was, all of them, or some time after an entry. */
type Until =
  | { readonly name: "end" | "history" }
  | { readonly name: "minute" | "hour"; readonly after: number; readonly at: number };

/** A branch that a person puts together. */
export interface WhatIf {
  /** The entry after which it begins; `null` while nothing was changed: then it is the one looked at. */
  readonly from: ReadonlySignal<number>;
  readonly changes: ReadonlySignal<readonly Change[]>;
  readonly until: Signal<Until>;
  readonly view: ReadonlySignal<BranchView | undefined>;
  readonly problem: ReadonlySignal<string | null>;
  readonly request: ReadonlySignal<BranchRequest | null>;
  add(change: Change): void;
  remove(index: number): void;
  reset(): void;
  stop(): void;
}

export function createWhatIf(
  { source }: App,
  key: string,
  n: ReadonlySignal<number | undefined>,
): WhatIf {
  const changes = signal<readonly Change[]>([]);
  const until = signal<Until>({ name: "end" });
  /** Where the branch begins stays the same once something was changed. */
  const fixed = signal<number | null>(null);
  const from = computed(() => fixed.value ?? n.value ?? -1);
  const request = computed((): BranchRequest | null => {
    if (n.value === undefined) return null;
    const base = { from: from.value, changes: changes.value };
    if (until.value.name === "history") return base;
    return { ...base, until: "at" in until.value ? until.value.at : null };
  });
  const answer = createResource(() => {
    const asked = request.value;
    return asked && changes.value.length > 0 ? source.branch(key, asked) : undefined;
  });
  return {
    from,
    changes,
    until,
    view: computed(() => answer.value.value ?? undefined),
    problem: answer.problem,
    request,
    add(change) {
      fixed.value = Math.min(fixed.value ?? n.value ?? -1, beginningOf(change));
      changes.value = [...changes.value.filter((one) => !isAboutTheSame(one, change)), change];
    },
    remove(index) {
      changes.value = changes.value.filter((_, at) => at !== index);
      if (changes.value.length === 0) fixed.value = null;
    },
    reset() {
      changes.value = [];
      fixed.value = null;
    },
    stop: answer.stop,
  };
}

/** A branch has to begin before what it changes. */
function beginningOf(change: Change): number {
  const entry = entryOf(change);
  return entry === null ? Number.POSITIVE_INFINITY : entry - 1;
}

export function entryOf(change: Change): number | null {
  if ("skip" in change) return change.skip;
  if ("delay" in change) return change.delay;
  return "alter" in change ? change.alter : null;
}

function isAboutTheSame(one: Change, other: Change): boolean {
  return entryOf(one) !== null && entryOf(one) === entryOf(other);
}
