import type { Chart } from "../chart/chart.js";
import type { ChartLayout } from "../chart/layout.js";

/** A machine as a picture. */
export interface ChartView {
  readonly chart: Chart;
  /** `null` when it could not be laid out; `problem` says why, and what to do. */
  readonly layout: ChartLayout | null;
  readonly problem: string | null;
}
