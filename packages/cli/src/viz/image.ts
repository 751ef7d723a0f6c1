import { writeFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { type Chart, chartOf, mermaidOf, svgOf } from "@readback/visualizer/chart";
import { pngOf } from "@readback/visualizer/layout";
import { UsageError } from "../arguments.js";
import { findBrowser } from "../demo/page/headless-browser.js";
import { Failure } from "../failure.js";
import { printable } from "../terminal/text.js";
import { keptLayouts } from "./layout-folder.js";
import { machinesFor } from "./machines.js";

interface ImageValues {
  readonly out?: string;
  readonly machines?: string;
}

const layOut = (chart: Chart) => keptLayouts().of(chart);

/** By the ending of the file's name. */
const FORMATS: Readonly<Record<string, (chart: Chart) => Promise<string | Uint8Array>>> = {
  ".svg": async (chart) => svgOf(await layOut(chart)),
  ".png": async (chart) => pngOf(await layOut(chart), { browser: findBrowser() }),
  ".mmd": async (chart) => mermaidOf(chart),
  ".json": async (chart) => `${JSON.stringify(chart, null, 2)}\n`,
};

/** `readback viz image <machine> -o <file>`; without a file, SVG on standard output. */
export async function writeImage(
  { out, machines: module }: ImageValues,
  name: string,
): Promise<number> {
  const ending = out === undefined ? ".svg" : extname(out).toLowerCase();
  const format = Object.hasOwn(FORMATS, ending) ? FORMATS[ending] : undefined;
  if (!format) {
    throw new UsageError(
      `--out does not take "${printable(out ?? "")}". Possible: .svg, .png, .mmd, .json.`,
    );
  }
  const machines = await machinesFor(module);
  const machine = machines.find(({ id }) => id === name);
  if (!machine) {
    const names = machines.map(({ id }) => printable(id)).join(", ");
    throw new Failure(
      `There is no machine "${printable(name)}". Possible: ${names}. --machines brings others.`,
    );
  }
  let image: string | Uint8Array;
  try {
    image = await format(chartOf(machine));
  } catch (error) {
    throw new Failure(`${printable(name)} cannot be drawn: ${(error as Error).message}`);
  }
  if (out === undefined) process.stdout.write(image);
  else writeFileSync(resolve(out), image);
  return 0;
}
