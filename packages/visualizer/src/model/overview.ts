import { type JournalEntry, journalStatistics, type MachineStatistics } from "@readback/core";
import { mustBeEntries } from "@readback/core/host";
import { mustBeStore } from "./must-be.js";
import type { Store } from "./store.js";

/** How long instances stayed in a state, in milliseconds. */
export interface Dwell {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

/** What all instances of a machine did, by what their entries say. */
export interface MachineOverview {
  readonly machine: string;
  readonly instances: number;
  /** Core's own counts; an instance whose beginning was forgotten is not in them. */
  readonly statistics: MachineStatistics | undefined;
  /** By state; stays that have not ended are left out. */
  readonly dwell: ReadonlyMap<string, Dwell>;
}

/** Outcomes, retries and dwell times of each machine. */
export function overviewOf(store: Pick<Store, "machines" | "entries">): readonly MachineOverview[] {
  mustBeStore(store, "overviewOf", ["entries"]);
  mustBeEntries(store.machines, "machines of overviewOf", "the machines of a store");
  return [...store.machines].map(([machine, instances]) => {
    const histories = instances.map(({ key }) => store.entries(key));
    return {
      machine,
      instances: instances.length,
      statistics: journalStatistics(histories.flat()).get(machine),
      dwell: dwellIn(histories),
    };
  });
}

function dwellIn(histories: readonly (readonly JournalEntry[])[]): ReadonlyMap<string, Dwell> {
  const stays = new Map<string, number[]>();
  for (const entries of histories) {
    let here: JournalEntry | undefined;
    for (const entry of entries) {
      if (here?.to === entry.to && entry.from !== null) continue;
      if (here && !here.done) {
        const known = stays.get(here.to) ?? [];
        // A clock may have been set back.
        known.push(Math.max(0, entry.time - here.time));
        stays.set(here.to, known);
      }
      here = entry;
    }
  }
  return new Map([...stays].map(([state, times]) => [state, dwellOf(times)]));
}

function dwellOf(times: readonly number[]): Dwell {
  const sorted = [...times].sort((a, b) => a - b);
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: rank(0.5), p95: rank(0.95), longest: rank(1) };
}
