import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Elk from "elkjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { chartOf } from "../../src/chart/chart-of.js";
import { diagramOf } from "../../src/chart/diagram.js";
import { layOut } from "../../src/chart/lay-out.js";
import { createLayouts } from "../../src/chart/layouts.js";
import { ourMachines, playerMachine } from "./support/machines.js";

// As others have it, with the layouts that the build put in: build first.
const built: typeof import("../../src/chart/node.js") = await import(
  new URL("../../dist/layout.js", import.meta.url).href
);

const lamp = chartOf(
  createMachine({ id: "lamp", initial: "off", states: { off: { on: { ON: "on" } }, on: {} } }),
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-layouts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("layouts of our machines", () => {
  it.each(ourMachines)("come with the package: $id", async (machine) => {
    // No thread could do anything in so short a time.
    const layouts = built.createLayouts({ timeout: 1 });
    const chart = chartOf(machine);
    const layout = await layouts.of(chart);
    expect(layout).toMatchObject({ hash: chart.hash, direction: "down", version: 1 });
    expect(await layouts.of(chart, "right")).toMatchObject({ direction: "right" });
  });

  it("are the ones that would be made now", async () => {
    const [, , instruction = playerMachine] = ourMachines;
    const chart = chartOf(instruction);
    const made = await layOut(diagramOf(chart), new Elk(), "down");
    expect(await built.createLayouts().of(chart)).toEqual(made);
  });
});

describe("layouts of other machines", () => {
  it("are made in a thread, the same as here, and once", async () => {
    const layouts = createLayouts();
    const [first, second] = [layouts.of(lamp), layouts.of(lamp)];
    expect(second).toBe(first);
    expect(await first).toEqual(await layOut(diagramOf(lamp), new Elk(), "down"));
    expect(layouts.of(lamp)).toBe(first);
    expect(layouts.of(lamp, "right")).not.toBe(first);
  });

  it("are made in a thread by the built package, too", async () => {
    expect((await built.createLayouts().of(lamp)).id).toBe("lamp");
  });

  it("say what to do when the time is over, and may be tried again", async () => {
    const layouts = createLayouts({ timeout: 1 });
    const failed = expect(layouts.of(lamp)).rejects;
    await failed.toMatchObject({ code: "layout_timeout" });
    await expect(layouts.of(lamp)).rejects.toThrow("Give it more time with `timeout`");
  });

  it("are kept in a folder for the next start", async () => {
    const layout = await createLayouts({ folder }).of(lamp);
    expect(readdirSync(folder)).toEqual([`${lamp.hash}-down.json`]);
    expect(await createLayouts({ folder, timeout: 1 }).of(lamp)).toEqual(layout);
  });

  it("make room for others in their folder, the oldest first", async () => {
    for (let n = 0; n < 400; n += 1) {
      const file = join(folder, `${n}-down.json`);
      writeFileSync(file, "{}");
      utimesSync(file, n + 1, n + 1);
    }
    await createLayouts({ folder }).of(lamp);
    const kept = readdirSync(folder);
    expect(kept).toHaveLength(300);
    expect(kept).toContain(`${lamp.hash}-down.json`);
    expect(kept).toContain("399-down.json");
    expect(kept).not.toContain("0-down.json");
  });

  it.each(["", "{", "null", '{"version":1}', '{"version":2,"nodes":[],"edges":[]}'])(
    "are made again when what is kept is %j",
    async (kept) => {
      writeFileSync(join(folder, `${lamp.hash}-down.json`), kept);
      expect((await createLayouts({ folder }).of(lamp)).nodes).toHaveLength(3);
    },
  );

  it("are not taken from the file of another machine", async () => {
    const other = await createLayouts().of(chartOf(playerMachine));
    writeFileSync(join(folder, `${lamp.hash}-down.json`), JSON.stringify(other));
    expect((await createLayouts({ folder }).of(lamp)).id).toBe("lamp");
  });

  it("do without a folder that cannot be written to", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect((await createLayouts({ folder: join(file, "below") }).of(lamp)).id).toBe("lamp");
  });
});
