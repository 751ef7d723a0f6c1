import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import Elk from "elkjs";
import type { AnyStateMachine } from "xstate";
import { chartOf } from "../../src/chart/chart-of.js";
import { diagramOf } from "../../src/chart/diagram.js";
import { layOut } from "../../src/chart/lay-out.js";
import { createStore, type Store } from "../../src/model/store.js";
import type { ChartView } from "../../src/source/chart-view.js";
import { createLocalSource, type LocalSourceOptions } from "../../src/source/local-source.js";
import { currentStories, NOW } from "./current-stories.js";

const MACHINES: readonly AnyStateMachine[] = [
  askMachine,
  guardMachine,
  instructionMachine,
  verifyMachine,
];
const packages = new URL("../../../", import.meta.url).pathname;

/**
 * A store with the golden journals of core and node. Each file of core has a life of its own, so its
 * instances get the file's name: otherwise all of them would be one.
 */
export function goldenStore(machines: readonly AnyStateMachine[] = MACHINES): Store {
  const store = createStore(machines);
  const core = join(packages, "core/test/golden/0.1");
  for (const kind of ["ask", "guard", "instructions", "verify"]) {
    for (const file of readdirSync(join(core, kind))) {
      if (!file.endsWith(".jsonl") || /checkpoint|no-receipt/.test(file)) continue;
      const name = file.replace(/\.jsonl$/, "");
      for (const entry of linesOf(join(core, kind, file))) {
        store.add(ofFile(name, entry));
      }
    }
  }
  for (const entry of currentStories()) store.add(JSON.parse(JSON.stringify(entry)));
  for (const folder of ["compacted", "torn"]) {
    const path = join(packages, "node/test/golden/0.1", folder);
    for (const file of readdirSync(path).sort()) {
      for (const line of readFileSync(join(path, file), "utf8").split("\n")) store.addLine(line);
    }
  }
  return store;
}

/** An ask is named by its hash, whatever the entry says. */
function ofFile(name: string, entry: Record<string, unknown>): unknown {
  const isAsk = entry.machine === askMachine.id;
  const own = (id: unknown) => `${name}-${String(id).slice(0, 8)}`;
  const { input, ...payload } = (entry.payload ?? {}) as { input?: { askId?: string } };
  const named = input?.askId === undefined ? input : { ...input, askId: own(input.askId) };
  return {
    ...entry,
    instance: isAsk ? entry.instance : own(entry.instance),
    ...(entry.payload !== undefined && { payload: { ...payload, ...(named && { input: named }) } }),
  };
}

function linesOf(file: string): readonly Record<string, unknown>[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/** Pictures of our machines, and of others that are given. */
function chartsOf(machines: readonly AnyStateMachine[] = MACHINES) {
  const elk = new Elk();
  const made = new Map<string, Promise<ChartView>>();
  return async (id: string): Promise<ChartView | null> => {
    const machine = machines.find((one) => one.id === id);
    if (!machine) return null;
    const chart = chartOf(machine);
    const known =
      made.get(id) ??
      layOut(diagramOf(chart), elk, "down").then((layout) => ({ chart, layout, problem: null }));
    made.set(id, known);
    return known;
  };
}

export function goldenSource(options: Partial<LocalSourceOptions> = {}) {
  return createLocalSource({
    store: goldenStore(),
    charts: chartsOf(),
    now: () => NOW,
    title: "golden journals",
    ...options,
  });
}
