import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { guardMachine } from "@readback/core";
import { expect, it } from "vitest";
import { useBrowser } from "../../../web/test/support/browser.js";
import { createStore } from "../../src/model/store.js";
import { exportRun } from "../../src/node/export-run.js";
import { journalOf } from "../support/journals.js";

const browser = useBrowser();

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
