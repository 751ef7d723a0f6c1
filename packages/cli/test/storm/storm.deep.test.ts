import { afterAll, expect, it, vi } from "vitest";
import { stormAsks } from "./asks.js";
import { stormHooks } from "./hooks.js";
import { stormMachines } from "./machines.js";
import { createStorm } from "./tally.js";

// Real processes, killed, stopped and started again. `STORM_SEED` repeats the choices of a run.

const seed = Number(process.env.STORM_SEED ?? 20_261_118);
const storm = createStorm(seed);
/** A part of it for a first look: `STORM_SIZE=0.1`. Then the totals are not checked. */
const size = Number(process.env.STORM_SIZE ?? 1);
const show = () => console.log(["", storm.text(), ...storm.troubles(), ""].join("\n"));
const progress = setInterval(show, 60_000);
afterAll(() => {
  clearInterval(progress);
  show();
});
/** Only a storm that hangs takes so long. */
vi.setConfig({ testTimeout: 2_400_000 });

const rows = {
  hooks: storm.row("hooks"),
  verify: storm.row("verify loops"),
  queue: storm.row("instruction queues"),
  stdio: storm.row("servers on stdio"),
  http: storm.row("servers on HTTP"),
};
const nothingWrong = { lost: 0, twice: 0, stuck: 0 };

it.concurrent("hooks count each claim once, whatever happens to them", async () => {
  await stormHooks(storm.part(), rows.hooks, 8, 4_400 * size);
  expect(rows.hooks).toMatchObject(nothingWrong);
});

it.concurrent("verify loops and instruction queues go on where they were killed", async () => {
  await stormMachines(storm.part(), rows, 600 * size);
  expect(rows.verify).toMatchObject(nothingWrong);
  expect(rows.queue).toMatchObject(nothingWrong);
});

it.concurrent("agents get each answer once, whatever happens to their servers and the page", async () => {
  await stormAsks(storm.part(), rows, 150 * size);
  expect(rows.stdio).toMatchObject(nothingWrong);
  expect(rows.http).toMatchObject(nothingWrong);
});

it("leaves no trouble behind", () => {
  expect(storm.troubles()).toEqual([]);
});

it.runIf(size >= 1)("was a storm", () => {
  const { runs, killed, stopped } = storm.total();
  expect(runs).toBeGreaterThanOrEqual(5_000);
  expect(killed).toBeGreaterThanOrEqual(1_000);
  expect(stopped).toBeGreaterThanOrEqual(300);
});
