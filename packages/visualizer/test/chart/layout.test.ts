import Elk from "elkjs";
import { describe, expect, it } from "vitest";
import { chartOf } from "../../src/chart/chart-of.js";
import { diagramOf } from "../../src/chart/diagram.js";
import { layOut } from "../../src/chart/lay-out.js";
import type { ChartLayout } from "../../src/chart/layout.js";
import { faultsOf } from "./support/geometry.js";
import { hostileMachine, ourMachines, playerMachine } from "./support/machines.js";

const elk = new Elk();

describe.each([...ourMachines, playerMachine, hostileMachine])("the layout of $id", (machine) => {
  const chart = chartOf(machine);
  const diagram = diagramOf(chart);
  const layouts = new Map<string, ChartLayout>();

  it.each(["down", "right"] as const)("has a place for everything, going %s", async (direction) => {
    const layout = await layOut(diagram, elk, direction);
    layouts.set(direction, layout);
    expect(faultsOf(layout)).toEqual([]);
    // Every state and every transition is in it, and it is JSON.
    const states = layout.nodes.flatMap((node) => node.states);
    expect(new Set(states).size).toBe(states.length);
    const drawn = new Set([
      ...layout.edges.flatMap(({ transitions }) => transitions),
      ...layout.nodes.flatMap(({ text }) => text.flatMap(({ transitions }) => transitions)),
    ]);
    expect(chart.transitions.map(({ id }) => id).filter((id) => !drawn.has(id))).toEqual([]);
    expect(JSON.parse(JSON.stringify(layout))).toEqual(layout);
  });

  it("is the same each time", async () => {
    expect(await layOut(diagram, new Elk(), "down")).toEqual(layouts.get("down"));
  });
});

describe("what is checked of a layout", async () => {
  const layout = await layOut(diagramOf(chartOf(playerMachine)), elk, "down");
  const moved = (id: string, to: { x?: number; y?: number; width?: number }): ChartLayout => ({
    ...layout,
    nodes: layout.nodes.map((node) => (node.id === id ? { ...node, ...to } : node)),
  });

  it("finds what lies on something else, is outside, or is in the way of a line", () => {
    const empty = layout.nodes.find(({ id }) => id === "empty");
    const faults = faultsOf(moved("loading", { x: empty?.x ?? 0, y: empty?.y ?? 0 }));
    expect(faults).toContain("empty lies on loading");
    expect(faults.join("\n")).toContain("does not start at loading");
    expect(faultsOf(moved("playing.motor.paused", { x: 0 }))).toContain(
      "playing.motor.paused is not inside playing.motor",
    );
    const wide = faultsOf(moved("playing.sound.on", { width: 2_000 })).join("\n");
    expect(wide).toMatch(/goes through playing\.sound\.on/);
    const label = layout.edges.find(({ id }) => id === "empty → loading")?.label;
    expect(faultsOf(moved("broken", { x: label?.x ?? 0, y: label?.y ?? 0 }))).toContain(
      "the label of empty → loading lies on broken",
    );
  });

  it("finds lines and labels that are in each other's way", () => {
    const [first, second] = layout.edges.filter(({ label }) => label);
    const edges = layout.edges.map((edge) =>
      edge === second && first?.label ? { ...edge, label: first.label } : edge,
    );
    const faults = faultsOf({ ...layout, edges }).join("\n");
    expect(faults).toMatch(/lies on the label of/);
    expect(faults).toMatch(/goes through the label of/);
  });
});
