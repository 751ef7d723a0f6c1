import type { AnyStateMachine } from "xstate";
import { coverageOf } from "../model/coverage.js";
import type { InstanceSummary } from "../model/instance.js";
import type { Store } from "../model/store.js";
import { chartNames } from "./chart-names.js";
import type { createHistories } from "./histories.js";
import { hasTime, partEnd } from "./looked.js";
import type { CoverageView } from "./overview-view.js";

/** Adds up what instances did, the latest ones first, as far as there is time to look. */
export function coveragePart(
  store: Store,
  histories: ReturnType<typeof createHistories>,
  instances: readonly InstanceSummary[],
): CoverageView {
  const end = partEnd();
  const counts = new Map<string, number>();
  let machine: AnyStateMachine | undefined;
  let looked = 0;
  let translated = 0;
  for (const { key, entries } of [...instances].reverse()) {
    const known = histories.get(key);
    const history =
      known?.upTo === entries ? known : hasTime(end) ? histories.lookAt(key, end) : known;
    if (history && !machine) machine = store.track(key)?.machine;
    if (!history) {
      // One that cannot be folded has been looked at as far as that goes.
      if (hasTime(end)) looked += 1;
      continue;
    }
    if (history.upTo >= entries) looked += 1;
    translated += history.translated;
    for (const [id, { count }] of history.taken) counts.set(id, (counts.get(id) ?? 0) + count);
  }
  const all = machine ? transitionsIn(machine) : [];
  return {
    counts: Object.fromEntries(all.map((id) => [id, counts.get(id) ?? 0])),
    all: all.length,
    taken: all.filter((id) => counts.has(id)).length,
    translated,
    looked,
    of: instances.length,
  };
}

/** The transitions that do something, in the names of the chart. */
function transitionsIn(machine: AnyStateMachine): readonly string[] {
  const names = chartNames(machine);
  return [...coverageOf(machine, []).counts.keys()].map(names.transition);
}
