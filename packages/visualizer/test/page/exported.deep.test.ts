import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { guardMachine } from "@readback/core";
import { expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { useBrowser } from "../../../web/test/support/browser.js";
import { createLayouts } from "../../src/chart/layouts.js";
import { createStore } from "../../src/model/store.js";
import { createCharts } from "../../src/node/charts.js";
import { exportRun } from "../../src/node/export-run.js";
import { createRecorder } from "../../src/node/inspect/recorder.js";
import { createLocalSource } from "../../src/source/local-source.js";
import { ourMachines } from "../chart/support/machines.js";
import { journalOf } from "../support/journals.js";
import { goTo, useVisualizer } from "../support/visualizer-page.js";

const browser = useBrowser();
const visualizer = useVisualizer();

// As others have it, with the layouts that the build put in: build first.
const built: typeof import("../../src/server.js") = await import(
  new URL("../../dist/server.js", import.meta.url).href
);

it.each(ourMachines)("a run of $id is a small file", async ({ id: machine }) => {
  const store = createStore(ourMachines);
  const start = { v: 1, time: 1, machine, instance: "i", event: "readback.start" };
  store.add({ ...start, from: null, to: "begun", attempt: 0, bound: 1, cause: null });
  const html = await built.exportRun({ store, keys: [`${machine}/i`] });
  expect(Buffer.byteLength(html)).toBeLessThan(150_000);
});

it("a run of an inspected app is saved from the page, and can be gone through in its file", async () => {
  const store = createStore([]);
  const charts = createCharts(createLayouts());
  const define = (machine: AnyStateMachine) => {
    store.define(machine);
    charts.add(machine);
  };
  const take = createRecorder("app", { add: store.add, note: store.note, define }, new Map());
  const definition = {
    ...{ id: "lamp", initial: "off", states: { off: { on: { TOGGLE: "lit" } }, lit: {} } },
  };
  const about = { sessionId: "x:0", name: "x:0", definition };
  const snapshot = (value: string) => ({ value, context: { owner: "Ms Ito" }, status: "active" });
  take({ ...about, type: "@xstate.snapshot", snapshot: snapshot("off") });
  take({
    ...about,
    type: "@xstate.snapshot",
    snapshot: snapshot("lit"),
    event: { type: "TOGGLE" },
  });
  const page = await visualizer.open(
    createLocalSource({
      ...{ store, charts: charts.of, now: () => 1_000 },
      exported: (key, redact) => exportRun({ store, keys: [key], redact }),
    }),
  );
  const [key = ""] = [...store.machines.values()].flat().map((one) => one.key);
  await goTo(page, { view: "instance", key, n: null });
  for (const name of ["Run as one page", "Run as one page, texts hidden"]) {
    await page.getByText("Take away").click();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    const file = `${await saved.path()}.html`;
    copyFileSync(await saved.path(), file);
    const opened = await (await browser.context({})).newPage();
    await opened.goto(pathToFileURL(file).href);
    await opened.locator(".list a[href*='lamp']").click();
    await opened.locator("[data-node='lit'].current").waitFor({ state: "attached" });
    await opened.keyboard.press("ArrowLeft");
    await opened.locator("[data-node='off'].current").waitFor({ state: "attached" });
    const text = readFileSync(file, "utf8");
    expect(text.includes("Ms Ito")).toBe(!name.includes("hidden"));
    rmSync(file);
  }
});

it("an exported run opens from the disk, explains itself, and asks nobody for anything", async () => {
  const input = {
    ...{ session: "s", todo: "Write <b>tests</b>", maxRetryAttempts: 5, onGuardFailure: "block" },
    ...{ validationTimeout: 60_000, retention: 1e9, rememberCompleted: false, rules: 2 },
  } as const;
  const claim = { type: "CLAIM", toolUseId: "t1" };
  const entries = journalOf(guardMachine, input, [1_000, claim]);
  const store = createStore([guardMachine]);
  for (const entry of entries) store.add(entry);
  const folder = mkdtempSync(join(tmpdir(), "readback-exported-"));
  const file = join(folder, "run.html");
  const keys = [...store.machines.values()].flat().map(({ key }) => key);
  const html = await exportRun({ store, keys });
  writeFileSync(file, html);
  expect(Buffer.byteLength(html) - JSON.stringify(entries).length).toBeLessThan(150_000);
  const context = await browser.context({ viewport: { width: 1280, height: 720 } });
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  const page = await context.newPage();
  try {
    await page.goto(pathToFileURL(file).href);
    await page.getByRole("link", { name: /Write <b>tests<\/b>/ }).click();
    const panel = page.getByRole("tabpanel");
    await panel.getByText(/CLAIM came in watching\.unclaimed/).waitFor();
    await page.getByRole("tab", { name: "Proof" }).click();
    await panel.getByText("Folded again through the machine").waitFor();
    expect(await page.locator("svg [data-state], svg text").count()).toBeGreaterThan(10);
    expect(asked).toEqual([pathToFileURL(file).href]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
