import type { Chart } from "./chart.js";
import { diagramOf } from "./diagram.js";
import { layOut } from "./lay-out.js";
import type { ChartLayout, Direction } from "./layout.js";
import { readLayout, writeLayout } from "./layout-folder.js";
import { mustBe } from "./must-be.js";
import { shippedLayouts } from "./shipped-layouts.js";
import { startWorkerElk } from "./worker-elk.js";

/** Settings of {@link createLayouts}. */
export interface LayoutsOptions {
  /** A folder to keep layouts in, for the next start. Without one they are kept in memory only. */
  readonly folder?: string;
  /** How long a layout may take, in milliseconds. 30,000 by default. */
  readonly timeout?: number;
}

/** Makes layouts of charts. */
export interface Layouts {
  /**
   * The layout of a chart. Those of Readback's own machines come with the package; any other is made
   * once, in a worker thread, and known from then on by the chart's hash.
   */
  of(chart: Chart, direction?: Direction): Promise<ChartLayout>;
}

/**
 * Makes and keeps layouts.
 *
 * @example
 * const layouts = createLayouts({ folder: ".readback/charts" });
 * const svg = svgOf(await layouts.of(chartOf(askMachine)));
 */
export function createLayouts(options: LayoutsOptions = {}): Layouts {
  mustBe(typeof options === "object" && options !== null, "options of layouts: give an object");
  const { folder, timeout = 30_000 } = options;
  const known = new Map<string, Promise<ChartLayout>>();
  const shipped = shippedLayouts();
  const made = async (chart: Chart, direction: Direction, key: string) => {
    const kept = shipped.get(key) ?? readLayout(folder, key);
    if (kept) return kept;
    const elk = startWorkerElk(timeout);
    try {
      const layout = await layOut(diagramOf(chart), elk, direction);
      writeLayout(folder, key, layout);
      return layout;
    } finally {
      elk.close();
    }
  };
  return {
    of(chart, direction = "down") {
      const key = layoutKey(chart.hash, direction);
      const layout = known.get(key) ?? made(chart, direction, key);
      known.set(key, layout);
      // A failure is not kept: with more time it may succeed.
      layout.catch(() => known.delete(key));
      return layout;
    },
  };
}

/** What a layout is kept by. */
export const layoutKey = (hash: string, direction: Direction) => `${hash}-${direction}`;
