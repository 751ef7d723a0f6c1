import { messageOf } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { chartOf } from "../chart/chart-of.js";
import type { Layouts } from "../chart/layouts.js";
import type { ChartView } from "../source/chart-view.js";

/** Draws machines for a page: the chart of each, with its layout, made when somebody asks for it. */
export function createCharts(layouts: Layouts) {
  const machines = new Map<string, AnyStateMachine>();
  const views = new Map<string, Promise<ChartView>>();

  async function draw(machine: AnyStateMachine): Promise<ChartView> {
    const chart = chartOf(machine);
    try {
      return { chart, layout: await layouts.of(chart), problem: null };
    } catch (error) {
      views.delete(machine.id);
      return { chart, layout: null, problem: messageOf(error) };
    }
  }

  return {
    add(machine: AnyStateMachine): void {
      if (!machines.has(machine.id)) machines.set(machine.id, machine);
    },
    /** `null` when there is no definition of that machine. */
    async of(id: string): Promise<ChartView | null> {
      const machine = machines.get(id);
      if (!machine) return null;
      const view = views.get(id) ?? draw(machine);
      views.set(id, view);
      return view;
    },
  };
}
