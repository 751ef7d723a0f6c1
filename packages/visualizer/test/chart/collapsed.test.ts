import { guardMachine } from "@readback/core";
import Elk from "elkjs";
import { describe, expect, it } from "vitest";
import { chartOf } from "../../src/chart/chart-of.js";
import { collapsed } from "../../src/chart/collapsed.js";
import { diagramOf } from "../../src/chart/diagram.js";
import { layOut } from "../../src/chart/lay-out.js";

const layout = await layOut(diagramOf(chartOf(guardMachine)), new Elk(), "down");

describe("a folded group", () => {
  const folded = collapsed(layout, new Set(["watching"]));
  const box = folded.nodes.find(({ id }) => id === "watching");
  const inside = layout.nodes.filter(({ parent }) => parent === "watching");

  it("is one box where it was, and what is in it is not drawn", () => {
    const { x, y, width, height } = layout.nodes.find(({ id }) => id === "watching") ?? {};
    expect(inside.length).toBeGreaterThan(2);
    expect(box).toMatchObject({ kind: "state", x, y, width, height });
    for (const { id } of inside) expect(folded.nodes.map((node) => node.id)).not.toContain(id);
    expect(folded.nodes).toHaveLength(layout.nodes.length - inside.length);
  });

  it("is lit when a state in it is", () => {
    for (const { states } of inside)
      expect(box?.states).toEqual(expect.arrayContaining([...states]));
  });

  it("has the lines that lead out of it, and none that stay in it", () => {
    const ids = new Set(folded.nodes.map(({ id }) => id));
    for (const { from, to } of folded.edges) {
      expect(ids).toContain(from);
      expect(ids).toContain(to);
      expect(from).not.toBe(to);
    }
    expect(folded.edges.length).toBeGreaterThan(0);
    expect(folded.edges.length).toBeLessThan(layout.edges.length);
  });

  it("is drawn as before when it is unfolded", () => {
    expect(collapsed(layout, new Set())).toBe(layout);
  });
});
