import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ChartError } from "./chart-error.js";
import type { DrawingOptions } from "./drawing.js";
import type { ChartLayout } from "./layout.js";
import { mustBe, mustBeLayout } from "./must-be.js";
import { svgOf } from "./svg.js";

const execute = promisify(execFile);

/** Settings of an image as PNG. */
export interface PngOptions extends Omit<DrawingOptions, "isInteractive"> {
  /** The path of a Chromium or Chrome, which draws the image; undefined when there is none. */
  readonly browser: string | undefined;
  readonly theme?: "light" | "dark";
  /** Pixels of the image for each pixel of the chart. 2 by default. */
  readonly scale?: number;
}

const FLAGS = [
  "--headless",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  "--default-background-color=00000000",
];

/** A chart as a PNG. Only a browser knows its fonts: without one there is no honest image. */
export async function pngOf(layout: ChartLayout, options: PngOptions): Promise<Uint8Array> {
  mustBeLayout(layout);
  mustBe(typeof options === "object" && options !== null, "options of pngOf: give an object");
  const { browser, theme = "light", scale = 2, ...drawing } = options;
  if (browser === undefined) {
    throw new ChartError(
      "no_browser",
      "A PNG is drawn by Chromium or Chrome, and none was found. Install one, set CHROME_PATH to " +
        "one, or take the SVG, which needs none.",
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "readback-chart-"));
  try {
    const [page, image] = [join(folder, "chart.html"), join(folder, "chart.png")];
    writeFileSync(page, pageOf(svgOf(layout, drawing), theme));
    // Chromium refuses to sandbox what runs as root.
    const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const size = `--window-size=${layout.width},${layout.height}`;
    const own = [`--user-data-dir=${join(folder, "profile")}`, `--screenshot=${image}`, size];
    const address = pathToFileURL(page).href;
    const flags = [...FLAGS, ...root, ...own, `--force-device-scale-factor=${scale}`, address];
    await execute(browser, flags, { timeout: 60_000 });
    return readFileSync(image);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new ChartError("image_failed", `${browser} made no image: ${why}. Take the SVG instead.`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Nothing in it may load or run anything. */
const pageOf = (svg: string, theme: string) =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>body{margin:0}svg{display:block}</style><body data-theme="${theme}">${svg}`;
