import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import Elk from "elkjs";
import { chartOf } from "./src/chart/chart-of.js";
import { diagramOf } from "./src/chart/diagram.js";
import { layOut } from "./src/chart/lay-out.js";
import type { ChartLayout } from "./src/chart/layout.js";
import { layoutKey } from "./src/chart/layouts.js";

/** The layouts that the package carries, so that nobody has to wait for them. */
export async function layoutsOfOurs(): Promise<Readonly<Record<string, ChartLayout>>> {
  const elk = new Elk();
  const layouts: Record<string, ChartLayout> = {};
  for (const machine of [askMachine, guardMachine, instructionMachine, verifyMachine]) {
    const chart = chartOf(machine);
    for (const direction of ["down", "right"] as const) {
      const key = layoutKey(chart.hash, direction);
      layouts[key] = await layOut(diagramOf(chart), elk, direction);
    }
  }
  return layouts;
}
