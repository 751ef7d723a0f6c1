import { deflateRawSync } from "node:zlib";
import type { JournalEntry } from "@readback/core";
import { createHost, mustFit } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { createLayouts, type Layouts } from "../chart/layouts.js";
import { definitionJson } from "../model/definition-json.js";
import { mustBeStore } from "../model/must-be.js";
import { type RecordedEntry, recordedIn } from "../model/recorded-state.js";
import type { Store } from "../model/store.js";
import { toBase85 } from "../page/base85.js";
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
  /** Whose words are kept when texts are hidden, besides those of the instances. Default: those of `@readback/core`. */
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
  mustFit(options, { store: {}, keys: ["text"] }, "options of exportRun");
  mustBeStore(options.store, "exportRun", ["entries", "track", "get"]);
  const { store, keys, redact = false, now = Date.now } = options;
  const others = othersIn(store, keys);
  const named = options.machines ?? OUR_MACHINES;
  const machines = [...others, ...named.filter((one) => !others.some(({ id }) => id === one.id))];
  // One instance after the other: what counts is the order within each.
  const written = keys.flatMap((key) => explainedEntries(store, key));
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
  const definitions = Object.fromEntries(others.map((one) => [one.id, definitionJson(one)]));
  const data = {
    ...{ title, exportedAt: now(), entries },
    ...(others.length > 0 && { definitions }),
  };
  const pictures = deflateRawSync(JSON.stringify(Object.fromEntries(views)), { level: 9 });
  return exportedHtml(data, { script, style, charts: toBase85(pictures), unpacking });
}

/** The machines of these instances that no exported page has in it. */
function othersIn(store: Store, keys: readonly string[]): readonly AnyStateMachine[] {
  const machines = keys.flatMap((key) => store.track(key)?.machine ?? []);
  return [...new Set(machines)].filter((machine) => !OUR_MACHINES.includes(machine));
}

/** The entries of an instance; where the page cannot fold them, with the states they led to. */
function explainedEntries(store: Store, key: string): readonly JournalEntry[] {
  const entries = store.entries(key);
  const track = store.track(key);
  if (!track || OUR_MACHINES.includes(track.machine)) return entries;
  const host = createHost(track.machine);
  return entries.map((entry, index) => {
    const state = recordedIn(entry) ? undefined : track.state(track.first + index);
    if (!state) return entry;
    const { value, context, deadlines } = host.keep(state);
    return { ...entry, recorded: { value, context, deadlines } } satisfies RecordedEntry;
  });
}

function titleOf(entries: readonly JournalEntry[], keys: readonly string[]): string {
  const [first] = entries;
  if (keys.length !== 1 || !first) return `Readback: ${keys.length} runs`;
  return `Readback: ${first.machine}`;
}
