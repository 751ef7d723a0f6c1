import { randomBytes } from "node:crypto";
import { mustFit } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { createLayouts, type Layouts } from "../chart/layouts.js";
import { createStore, type Store, type StoreOptions } from "../model/store.js";
import { type Control, createLocalSource, type LocalSource } from "../source/local-source.js";
import { createCharts } from "./charts.js";
import { exportRun } from "./export-run.js";
import { OUR_MACHINES } from "./machines.js";
import { readJournals } from "./read-journals.js";
import { roomForEntries } from "./room.js";
import type { Shown } from "./serve.js";

/** Settings of {@link openJournals}. */
export interface OpenJournalsOptions {
  /**
   * Folders that are journals or have journals within, such as a project's `.readback`; files of entries, one a
   * line; runs that were exported.
   */
  readonly paths: readonly string[];
  /** Machines whose instances can be explained. Default: those of `@readback/core`. */
  readonly machines?: readonly AnyStateMachine[];
  /** What is looked at, for the page. */
  readonly title?: string;
  /** What a person may do from the page. Default: only read. */
  readonly control?: (store: Store) => Control;
  /** Told whenever something has changed, often. */
  readonly onChange?: () => void;
  readonly limits?: StoreOptions;
  /** Where layouts come from. Default: those of this package, and others as they are made. */
  readonly layouts?: Layouts;
}

/** Journals that are being read, and what a page shows of them. */
export interface OpenJournals extends Shown {
  readonly store: Store;
  readonly source: LocalSource;
  /** Makes one more machine known. */
  define(machine: AnyStateMachine): void;
  /** Settles once everything that was there has been read; then it goes on with what is written. */
  readonly ready: Promise<void>;
  close(): void;
}

/**
 * Opens journals to look at, and follows them. Nothing is ever written to them.
 * @example
 * const journals = openJournals({ paths: [".readback"] });
 * const server = await serve(() => journals, { onTabs: console.log });
 * console.log(server.link());
 */
export function openJournals(options: OpenJournalsOptions): OpenJournals {
  mustFit(options, { paths: ["text"] }, "options of openJournals");
  const {
    paths,
    machines = OUR_MACHINES,
    title,
    control,
    limits,
    layouts = createLayouts(),
  } = options;
  const store = createStore(machines, { maxBytes: roomForEntries(), ...limits });
  const charts = createCharts(layouts);
  for (const machine of machines) charts.add(machine);
  const epoch = randomBytes(8).toString("base64url");
  let isReading = true;
  const define = (machine: AnyStateMachine) => {
    store.define(machine);
    charts.add(machine);
  };
  const reader = readJournals({ paths, store, define, onChange: () => changed() });
  const source = createLocalSource({
    store,
    charts: charts.of,
    now: Date.now,
    places: paths,
    isLive: true,
    reading: () => (isReading ? reader.progress : null),
    epoch,
    exported: (key, redact) => exportRun({ store, keys: [key], redact, machines, layouts }),
    ...(title === undefined ? {} : { title }),
    ...(control ? { control: control(store) } : {}),
  });
  const ready = reader.look().finally(() => {
    isReading = false;
    changed();
  });

  function changed(): void {
    source.changed();
    options.onChange?.();
  }

  return {
    store,
    source,
    get changed() {
      return { epoch, revision: store.records };
    },
    define,
    ready,
    close: () => reader.close(),
  };
}
