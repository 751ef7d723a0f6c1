import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { findChromium } from "../../../../scripts/lib/chromium.mjs";
import { chartOf } from "../../src/chart/chart-of.js";
import { createLayouts } from "../../src/chart/layouts.js";
import { pngOf } from "../../src/chart/png.js";

const chart = chartOf(createMachine({ id: "lamp", initial: "off", states: { off: {}, on: {} } }));
const layout = await createLayouts().of(chart);
const browser = findChromium();

describe("a chart as PNG", () => {
  it.skipIf(!browser)("is drawn by Chromium, at the size asked for", async () => {
    const png = Buffer.from(await pngOf(layout, { browser, scale: 2 }));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      2 * layout.width,
      2 * layout.height,
    ]);
  });

  it("says what to do when there is no browser, or none that works", async () => {
    await expect(pngOf(layout, { browser: undefined })).rejects.toThrow("or take the SVG");
    await expect(pngOf(layout, { browser: process.execPath })).rejects.toMatchObject({
      code: "image_failed",
    });
  });
});
