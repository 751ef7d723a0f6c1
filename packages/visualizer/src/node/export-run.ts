import { deflateRawSync } from "node:zlib";
import type { JournalEntry } from "@readback/core";
import type { AnyStateMachine } from "xstate";
import { createLayouts, type Layouts } from "../chart/layouts.js";
import type { Store } from "../model/store.js";
import { exportedHtml } from "../page/html.js";
import type { ChartView } from "../source/chart-view.js";
import { createCharts } from "./charts.js";
import { OUR_MACHINES } from "./machines.js";
import { createRedaction } from "./redact.js";

/** Settings of {@link exportRun}. */
export interface ExportOptions {
  readonly store: Store;
  /** Which instances, by key. */
  readonly keys: readonly string[];
  readonly title?: string;
  /** Hide every text that is not a word of the machines. Default: false. */
  readonly redact?: boolean;
  /** Default: those of `@readback/core`. */
  readonly machines?: readonly AnyStateMachine[];
  /** Where layouts come from. Default: those of this package, and others as they are made. */
  readonly layouts?: Layouts;
  readonly now?: () => number;
}

/**
 * A run, or several, as one HTML file that needs nothing else: the page, the model and the entries.
 * @example
 * writeFileSync("run.html", await exportRun({ store, keys: ["ask-with-render-ack/ask-1"], redact: true }));
 */
export async function exportRun(options: ExportOptions): Promise<string> {
  const { store, keys, redact = false, machines = OUR_MACHINES, now = Date.now } = options;
  // One instance after the other: what counts is the order within each.
  const written = keys.flatMap((key) => store.entries(key));
  const entries = redact ? written.map(createRedaction(machines)) : written;
  const charts = createCharts(options.layouts ?? createLayouts());
  for (const machine of machines) charts.add(machine);
  const views: [string, ChartView][] = [];
  for (const id of new Set(entries.map(({ machine }) => machine))) {
    const view = await charts.of(id);
    if (view) views.push([id, view]);
  }
  const { exportedScript: script, exportedStyle: style, unpacking } = READBACK_VISUALIZER_PAGE;
  const title = options.title ?? titleOf(entries, keys);
  const data = { title, exportedAt: now(), entries };
  const pictures = deflateRawSync(JSON.stringify(Object.fromEntries(views)), { level: 9 });
  return exportedHtml(data, { script, style, charts: pictures.toString("base64"), unpacking });
}

function titleOf(entries: readonly JournalEntry[], keys: readonly string[]): string {
  const [first] = entries;
  if (keys.length !== 1 || !first) return `Readback: ${keys.length} runs`;
  return `Readback: ${first.machine}`;
}
