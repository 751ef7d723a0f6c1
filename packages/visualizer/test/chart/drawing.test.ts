import Elk from "elkjs";
import { describe, expect, it } from "vitest";
import { chartOf } from "../../src/chart/chart-of.js";
import { diagramOf } from "../../src/chart/diagram.js";
import { drawingOf } from "../../src/chart/drawing.js";
import { layOut } from "../../src/chart/lay-out.js";
import { chartStyle } from "../../src/chart/style.js";
import { svgOf } from "../../src/chart/svg.js";
import type { SvgElement } from "../../src/chart/svg-element.js";
import { hostileMachine, playerMachine } from "./support/machines.js";

const elk = new Elk();
const player = await layOut(diagramOf(chartOf(playerMachine)), elk, "down");
const hostile = await layOut(diagramOf(chartOf(hostileMachine)), elk, "down");

const everything = (one: SvgElement): readonly SvgElement[] => [
  one,
  ...one.children.flatMap((child) => (typeof child === "string" ? [] : everything(child))),
];

/** The classes of the group that draws a box or an edge. */
function classesOf(drawing: SvgElement, id: string): readonly string[] {
  const found = everything(drawing).find(
    ({ attributes }) => attributes["data-node"] === id || attributes["data-edge"] === id,
  );
  return found?.attributes.class?.split(" ") ?? [];
}

describe("the drawing", () => {
  it("tells final, waiting and parallel states apart", () => {
    const drawing = drawingOf(player);
    expect(classesOf(drawing, "playing.motor.over")).toContain("final");
    expect(classesOf(drawing, "playing")).toContain("parallel");
    expect(classesOf(drawing, "loading")).toContain("waiting");
    expect(classesOf(drawing, "playing.sound.last")).toContain("history");
    expect(svgOf(player)).toContain("waits for network");
  });

  it("is one image with a name and a description for those who cannot see it", () => {
    const { attributes, children } = drawingOf(player, { prefix: "p" });
    expect(attributes).toMatchObject({ role: "img", "aria-labelledby": "p-title" });
    expect(children[0]).toMatchObject({ attributes: { id: "p-title" }, children: ["player"] });
    const description = svgOf(player, { run: { current: ["playing.motor.paused"] } });
    expect(description).toContain("It ends in over, very.quiet.");
    expect(description).toContain("loading waits for network.");
    expect(description).toContain("Now in playing, motor, paused.");
  });

  it("lets a page reach every box and every edge by key", () => {
    const shapes = everything(drawingOf(player, { isInteractive: true }));
    const buttons = shapes.filter(({ attributes }) => attributes.role === "button");
    const boxes = player.nodes.filter(({ kind }) => kind !== "start");
    const edges = player.edges.filter(({ kind }) => kind === "transition");
    expect(buttons).toHaveLength(boxes.length + edges.length);
    expect(buttons.every(({ attributes }) => attributes.tabindex === "0")).toBe(true);
    expect(buttons.map(({ attributes }) => attributes["aria-label"])).toContain(
      "empty → loading: LOAD",
    );
  });
});

describe("a run in the drawing", () => {
  const run = {
    current: ["playing.motor.paused", "playing.sound.on"],
    visited: ["empty", "loading", "playing.motor.running"],
    taken: ["empty|LOAD|0", "loading|xstate.done.actor.fetch|0"],
    fired: ["playing.motor.running|PAUSE|0"],
  };

  it("is lit: where it is, the way it took, and the edge just taken", () => {
    const drawing = drawingOf(player, { run });
    expect(drawing.attributes.class).toBe("readback-chart lit");
    expect(classesOf(drawing, "playing.motor.paused")).toContain("current");
    expect(classesOf(drawing, "playing.motor")).toContain("current");
    expect(classesOf(drawing, "playing.sound.off")).not.toContain("current");
    expect(classesOf(drawing, "loading")).toContain("visited");
    expect(classesOf(drawing, "empty → loading")).toContain("taken");
    expect(classesOf(drawing, "playing.motor.running → playing.motor.paused")).toContain("fired");
    expect(classesOf(drawing, "broken → empty")).toEqual(["edge", "transition"]);
    expect(drawingOf(player).attributes.class).toBe("readback-chart");
  });

  it("is lit in a box, too, when the machine stays", () => {
    const stays = {
      fired: ["playing.motor.running|xstate.after.500.player.playing.motor.running|0"],
    };
    expect(svgOf(player, { run: stays })).toMatch(/<text class="line fired"[^>]*>.*after 500 ms/);
  });

  it("does not take a dot in a name for a state around", () => {
    const quiet = drawingOf(player, { run: { current: ["playing.sound.very\\.quiet"] } });
    expect(classesOf(quiet, "playing.sound.very\\.quiet")).toContain("current");
    expect(classesOf(quiet, "playing.sound")).toContain("current");
    expect(classesOf(quiet, "playing.motor")).not.toContain("current");
  });

  it("shows how often each way was taken as heat, and in words", () => {
    const counts = {
      "empty|LOAD|0": 1_000,
      "broken||0": 1,
      "loading|xstate.error.actor.fetch|0": 30,
    };
    const drawing = drawingOf(player, { run: { counts } });
    expect(classesOf(drawing, "empty → loading")).toContain("heat-5");
    expect(classesOf(drawing, "loading → broken")).toContain("heat-3");
    expect(classesOf(drawing, "broken → empty")).toContain("heat-1");
    expect(classesOf(drawing, "playing → empty")).toContain("heat-0");
    expect(svgOf(player, { run: { counts } })).toContain("LOAD – 1000 times");
  });
});

describe("the SVG", () => {
  it("has only elements and attributes of ours, whatever the names are", () => {
    const svg = svgOf(hostile, { prefix: `"><script>` });
    const tag =
      /<\/?(svg|title|desc|style|rect|g|path|text|tspan|circle|line)((?: [\w-]+="[^"<>]*")*)\/?>/g;
    const attributes = [...svg.matchAll(tag)].flatMap(([, , all = ""]) =>
      [...all.matchAll(/ ([\w-]+)="/g)].map(([, name]) => name),
    );
    expect(svg.replace(tag, "")).not.toMatch(/[<>]/);
    expect(attributes.filter((name) => /^(on|href|xlink|style$)/.test(name ?? ""))).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these have no place in XML.
    expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  });

  it("breaks a long name into lines that fit", () => {
    const label = hostile.edges.find(({ to }) => to === "toString")?.label;
    const texts =
      label?.text.map(({ segments }) => segments.map(({ text }) => text).join(" ")) ?? [];
    expect(texts.join("")).toBe("x".repeat(300));
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(30);
  });

  it("means the same in a page as in a file", () => {
    expect(chartStyle).not.toMatch(/[<>&"]/);
  });
});

describe("the colours", () => {
  const themes = [...chartStyle.matchAll(/--chart-ground-0[^}]*/g)].map(([block]) =>
    Object.fromEntries(
      [...block.matchAll(/--chart-([\w-]+): (#\w{6})/g)].map(([, name, colour]) => [name, colour]),
    ),
  );

  it.each([
    [themes[0], "light"],
    [themes[1], "dark"],
  ])("let every text be read (%#)", (theme) => {
    const on = (grounds: readonly string[], texts: readonly string[]) =>
      grounds.flatMap((ground) =>
        texts
          .filter((text) => contrast(theme?.[ground] ?? "", theme?.[text] ?? "") < 4.5)
          .map((text) => `${text} on ${ground}`),
      );
    const lines = ["event", "delay", "guard", "bound", "note"];
    const grounds = ["ground-0", "ground-1", "ground-2", "ground-3", "state", "person"];
    expect([
      ...on(grounds, [...lines, "text", "body"]),
      ...on(["final"], ["text", "body"]),
      ...on(["ground-0", "ground-1", "ground-2", "state", "person"], ["person-edge"]),
      ...on(["ground-0", "ground-1", "ground-2", "state", "person"], ["fired"]),
    ]).toEqual([]);
  });
});

/** As WCAG has it: 4.5 is enough for text of any size. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, two) => two - one);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
