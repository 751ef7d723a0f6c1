import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import { machineOfJson } from "../model/definition-json.js";
import { createStore } from "../model/store.js";
import type { ChartView } from "../source/chart-view.js";
import { createLocalSource } from "../source/local-source.js";
import type { ExportedData } from "./exported-data.js";
import { mount } from "./mount.js";
import { unpack } from "./unpack.js";

// An exported file: the entries are in it, and so is what explains them.

const text = document.getElementById("readback-data")?.textContent ?? "{}";
const { title, exportedAt, entries = [], definitions = {} } = JSON.parse(text) as ExportedData;
const charts: Readonly<Record<string, ChartView>> = JSON.parse(await unpack("readback-charts"));
const others = Object.entries(definitions).flatMap(
  ([id, definition]) => machineOfJson(id, definition) ?? [],
);
// Somebody's machine may have the name of one of ours.
const ours = [askMachine, guardMachine, instructionMachine, verifyMachine].filter(
  ({ id }) => !Object.hasOwn(definitions, id),
);
const store = createStore([...others, ...ours]);
for (const entry of entries) store.add(entry);
mount(
  createLocalSource({
    store,
    title,
    now: () => exportedAt,
    charts: async (machine) => (Object.hasOwn(charts, machine) ? (charts[machine] ?? null) : null),
  }),
);
