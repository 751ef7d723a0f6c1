import { useComputed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useLooking } from "../state/looking.js";
import { useRun } from "../state/run.js";
import { ChartCanvas } from "./chart-canvas.js";
import { ChartCard } from "./chart-card.js";
import { Notice } from "./notice.js";

/** The chart of the instance's machine, lit as of the moment. */
export function ChartPane() {
  const { chart, selected } = useLooking();
  const run = useRun();
  const hovered = useSignal<typeof selected.value>(null);
  const view = chart.value.value;
  const shown = useComputed(() => selected.value ?? hovered.value);
  const handlers = useMemo(
    () => ({
      onHover: (what: typeof selected.value) => {
        hovered.value = what;
      },
      onSelect: (what: typeof selected.value) => {
        selected.value = what;
      },
    }),
    [selected, hovered],
  );
  if (chart.problem.value !== null) {
    return <Notice title="The chart could not be read" text={chart.problem} />;
  }
  if (view === undefined) return <Notice title="Loading the chart…" isBusy />;
  if (!view?.layout) {
    return (
      <Notice
        title="No chart"
        text={view?.problem ?? "The definition of this machine is not known here."}
      />
    );
  }
  return (
    <section class="chart-pane" aria-label="Chart">
      <ChartCanvas layout={view.layout} run={run} selected={selected} {...handlers} />
      {shown.value && (
        <ChartCard view={view} what={shown.value} isPinned={selected.value !== null} />
      )}
    </section>
  );
}
