import { overviewOf } from "../model/overview.js";
import type { Store } from "../model/store.js";
import type { Filter } from "./instance-list.js";
import type { NamedCount, OverviewView } from "./overview-view.js";
import type { Shelf } from "./shelf.js";

/** Outcomes, retries and dwell times of the instances that a filter lets through. */
export function overviewOfAll(store: Store, shelf: Shelf, filter: Filter): OverviewView {
  const machines = shelf.all(filter);
  const overviews = overviewOf({ machines, entries: store.entries });
  return {
    revision: store.records,
    machines: overviews.map(({ machine, instances, statistics, dwell }) => ({
      machine,
      instances,
      live: (machines.get(machine) ?? []).filter(({ isDone }) => !isDone).length,
      attempts: statistics?.attempts ?? 0,
      retries: statistics?.retries ?? 0,
      retryRate: statistics?.retryRate ?? 0,
      exhausted: statistics?.exhausted ?? 0,
      outcomes: counted(statistics?.outcomes),
      causes: counted(statistics?.causes),
      dwell: [...dwell]
        .map(([state, times]) => ({ state, ...times }))
        .sort((a, b) => b.p50 * b.count - a.p50 * a.count),
    })),
  };
}

function counted(counts: ReadonlyMap<string, number> = new Map()): readonly NamedCount[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
