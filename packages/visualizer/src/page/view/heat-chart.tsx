import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { ChartRun } from "../../chart/run.js";
import type { CoverageView } from "../../source/overview-view.js";
import { useApp } from "../state/app.js";
import { createResource } from "../state/resource.js";
import { plural } from "../words.js";
import { ChartCanvas } from "./chart-canvas.js";
import { Notice } from "./notice.js";

/** How often each transition was really taken, as heat on the chart. */
export function HeatChart({ machine }: { readonly machine: string }) {
  const { source, filter, revision } = useApp();
  const chart = useMemo(() => createResource(() => source.chart(machine)), [machine]);
  const looked = useSignal(0);
  const coverage = useMemo(
    () =>
      createResource(async (isCurrent) => {
        revision.value;
        const asked = filter.value;
        let latest = await source.coverage(machine, asked);
        while (latest.looked < latest.of && isCurrent()) {
          looked.value = latest.looked;
          latest = await source.coverage(machine, asked);
        }
        return latest;
      }),
    [machine],
  );
  useEffect(
    () => () => {
      chart.stop();
      coverage.stop();
    },
    [chart, coverage],
  );
  const counted = coverage.value.value;
  const run = useComputed((): ChartRun => ({ counts: coverage.value.value?.counts ?? {} }));
  const layout = chart.value.value?.layout;
  if (chart.value.value === undefined) return <Notice title="Loading the chart…" isBusy />;
  if (!layout) {
    const why = chart.value.value?.problem ?? "The definition of this machine is not known here.";
    return <Notice title="No chart" text={why} />;
  }
  return (
    <figure class="heat">
      <figcaption>
        {counted
          ? captionOf(counted)
          : `Counting transitions: ${plural(looked.value, "instance")} so far…`}
      </figcaption>
      <div class="chart-pane">
        <ChartCanvas layout={layout} run={run} />
      </div>
    </figure>
  );
}

function captionOf({ taken, all, of, translated }: CoverageView): string {
  const counted = `${taken} of ${plural(all, "transition")} taken by ${plural(of, "instance")}`;
  if (translated === 0) return counted;
  const entries = plural(translated, "entry", "entries");
  return `${counted}; not counted: ${entries} of earlier versions`;
}
