import type { InstanceSummary } from "../model/instance.js";
import type { Store } from "../model/store.js";
import type { Shelf } from "./shelf.js";
import type { MachineRow } from "./source.js";

/** Filters with more choices help nobody. */
const MOST_CHOICES = 100;

/** Every machine there is something of, with what to filter by. */
export function machineRows(store: Store, shelf: Shelf): readonly MachineRow[] {
  return [...shelf.all()]
    .map(([machine, list]) => ({
      machine,
      instances: list.length,
      live: list.filter(({ isDone }) => !isDone).length,
      outcomes: choices(list, ({ outcome }) => outcome),
      sessions: choices(list, (summary) => shelf.about(summary).session),
      isKnown: list[0] !== undefined && store.track(list[0].key) !== undefined,
    }))
    .sort((a, b) => (a.machine < b.machine ? -1 : 1));
}

function choices(
  list: readonly InstanceSummary[],
  of: (summary: InstanceSummary) => string | null,
): readonly string[] {
  const found = new Set<string>();
  for (const summary of list) {
    const choice = of(summary);
    if (choice !== null && found.size < MOST_CHOICES) found.add(choice);
  }
  return [...found].sort();
}
