import { randomBytes } from "node:crypto";
import type { JournalEntry } from "@readback/core";
import { mustBeMachines, mustFit } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { createLayouts } from "../chart/layouts.js";
import { createStore } from "../model/store.js";
import { createLocalSource } from "../source/local-source.js";
import { createCharts } from "./charts.js";
import { exportRun } from "./export-run.js";
import { OUR_MACHINES } from "./machines.js";
import { roomForEntries } from "./room.js";
import type { Shown } from "./serve.js";

/** Settings of a view of a running program. */
export interface LiveViewOptions {
  /** Default: those of `@readback/core`. */
  readonly machines?: readonly AnyStateMachine[];
  readonly title?: string;
  /** The clock of what is shown. Default: the system's. */
  readonly now?: () => number;
}

/** What a program itself gives to be shown, entry by entry. */
export interface LiveView {
  readonly shown: Shown;
  add(entry: JournalEntry, bytes?: number): void;
  /** Says on the page what cannot be shown. */
  note(kind: string, what: string): void;
  /** Begins again with nothing. */
  clear(): void;
}

/** Makes a view that is empty. */
export function createLiveView(options: LiveViewOptions = {}): LiveView {
  mustFit(options, {}, "live view options");
  const { machines = OUR_MACHINES, now = Date.now, title } = options;
  mustBeMachines(machines);
  const layouts = createLayouts();
  const charts = createCharts(layouts);
  for (const machine of machines) charts.add(machine);

  function empty() {
    // What is watched here has its own use for the memory.
    const store = createStore(machines, { maxBytes: roomForEntries() / 2 });
    const epoch = randomBytes(8).toString("base64url");
    const named = title === undefined ? {} : { title };
    const source = createLocalSource({
      store,
      charts: charts.of,
      now,
      isLive: true,
      epoch,
      exported: (key, redact) => exportRun({ store, keys: [key], redact, machines, layouts }),
      ...named,
    });
    return {
      store,
      source,
      get changed() {
        return { epoch, revision: store.records };
      },
    };
  }

  let current = empty();
  return {
    get shown() {
      return current;
    },
    add(entry, bytes) {
      current.store.add(entry, bytes);
      current.source.changed();
    },
    note(kind, what) {
      current.store.note(kind, what);
      current.source.changed();
    },
    clear() {
      current = empty();
    },
  };
}
