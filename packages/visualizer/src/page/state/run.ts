import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { ChartRun } from "../../chart/run.js";
import { useLooking } from "./looking.js";

/** What of the chart is lit at the moment that is looked at, or by the branch that is. */
export function useRun(): ReadonlySignal<ChartRun> {
  const { moment, path, shownBranch, n } = useLooking();
  return useComputed((): ChartRun => {
    const branch = shownBranch.value;
    if (branch) {
      return { current: branch.current, visited: branch.visited, taken: branch.taken };
    }
    const shown = moment.value.value;
    const at = n.value ?? 0;
    const until = (firsts: Readonly<Record<string, number>> = {}) =>
      Object.keys(firsts).filter((id) => (firsts[id] ?? 0) <= at);
    const whole = path.value.value;
    return {
      current: shown?.lights.current ?? [],
      fired: shown?.lights.fired ?? [],
      visited: until(whole?.visited),
      taken: until(whole?.taken),
    };
  });
}
