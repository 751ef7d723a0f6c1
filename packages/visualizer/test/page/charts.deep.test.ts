import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { BUILD, DEPLOY, goTo, useVisualizer } from "../support/visualizer-page.js";

const visualizer = useVisualizer();

async function openAt(key: string, n: number | null): Promise<Page> {
  const page = await visualizer.golden();
  await goTo(page, { view: "instance", key, n });
  await page.locator(".canvas .current").first().waitFor({ state: "attached" });
  return page;
}

describe("the chart", () => {
  it("lights where it is, the path and the edge just fired, as of the moment", async () => {
    const page = await openAt(DEPLOY, 3);
    await page.locator("[data-node='open.rendered'].current").waitFor({ state: "attached" });
    await page.locator("[data-edge].fired").first().waitFor({ state: "attached" });
    const colours = (kind: string) =>
      page
        .locator(`[data-edge].${kind} .way`)
        .first()
        .evaluate((way) => getComputedStyle(way).stroke);
    await expect.poll(() => page.locator("[data-edge].taken").count()).toBeGreaterThan(2);
    expect(await colours("fired")).not.toBe(await colours("taken"));
    const taken = await page.locator("[data-edge].taken, [data-edge].fired").count();
    await page.keyboard.press("Home");
    await page.locator("[data-node='open.rendered']:not(.current):not(.visited)").waitFor({
      state: "attached",
    });
    expect(await page.locator("[data-edge].taken, [data-edge].fired").count()).toBeLessThan(taken);
  });

  it("is zoomed, moved, fitted, followed and folded", async () => {
    const page = await openAt(BUILD, null);
    const moved = page.locator(".moved");
    const place = () => moved.evaluate((element) => (element as HTMLElement).style.transform);
    await page.getByRole("button", { name: "Fit" }).click();
    const fitted = await place();
    await page.keyboard.press("+");
    await expect.poll(place).not.toBe(fitted);
    const zoomed = await place();
    const box = await page.locator(".canvas").boundingBox();
    if (!box) throw new Error("There is no canvas");
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(place).not.toBe(zoomed);
    await page.keyboard.press("f");
    await expect.poll(place).toBe(fitted);
    const ask = await openAt(DEPLOY, 3);
    const nodes = await ask.locator("[data-node]").count();
    await ask.getByRole("button", { name: "▾ ended" }).click();
    await expect.poll(() => ask.locator("[data-node]").count()).toBeLessThan(nodes);
    await ask.getByRole("button", { name: "▸ ended" }).click();
    await expect.poll(() => ask.locator("[data-node]").count()).toBe(nodes);
  });

  it("explains a line that is pressed, says why not now, and tries it in a branch", async () => {
    const page = await openAt(DEPLOY, 3);
    const line = page.locator("[data-edge].fired").first();
    await line.focus();
    await page.keyboard.press("Enter");
    const card = page.getByRole("region", { name: "In the chart" });
    await card.getByText("RENDERED", { exact: true }).waitFor();
    await card.getByText("First taken at entry 3.").first().waitFor();
    await card.getByRole("button", { name: "Why not now?" }).first().click();
    await card.getByRole("status").first().waitFor();
    await card.getByRole("button", { name: "What if it came now?" }).first().click();
    await page.getByRole("heading", { name: "Changed" }).waitFor();
    await page.getByText(/RENDERED comes as well/).waitFor();
    await page.locator(".branch").waitFor();
  });

  it("is taken away as SVG, PNG, Mermaid and JSON, and the run as lines", async () => {
    const page = await openAt(DEPLOY, 3);
    const saved = async (name: string) => {
      await page.getByText("Take away").click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name }).click(),
      ]);
      return readFileSync(await file.path());
    };
    expect((await saved("Chart as SVG")).toString()).toMatch(/^<svg[\s\S]*class="[^"]*current/);
    const png = await saved("Chart as PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBeGreaterThan(500);
    expect((await saved("Chart as Mermaid")).toString()).toMatch(/^stateDiagram-v2/);
    expect(JSON.parse((await saved("Chart as JSON")).toString()).id).toBe("ask-with-render-ack");
    const lines = (await saved("Run as JSON lines")).toString().trim().split("\n");
    expect(lines.map((text) => JSON.parse(text).event)).toContain("ANSWER");
    expect(lines).toHaveLength(6);
  });
});

describe("what if", () => {
  it("skips an event and shows the branch against what happened, as a test and as events", async () => {
    const page = await openAt(DEPLOY, 1);
    await page.getByRole("tab", { name: "What if" }).click();
    await page.getByRole("button", { name: "Skip entry 2" }).click();
    const branch = page.locator(".branch");
    await branch.getByText(/ends in closed \(abandoned\)/).waitFor();
    await branch.getByText(/ends in ended\.handedOver \(answered\)/).waitFor();
    await page.locator("[data-node='closed'].current").waitFor({ state: "attached" });
    const [test] = await Promise.all([
      page.waitForEvent("download"),
      branch.getByRole("button", { name: "Save as vitest test" }).click(),
    ]);
    expect(readFileSync(await test.path(), "utf8")).toMatch(
      /import \{ askMachine \} from "@readback\/core"/,
    );
    const [events] = await Promise.all([
      page.waitForEvent("download"),
      branch.getByRole("button", { name: "Save events" }).click(),
    ]);
    expect(JSON.parse(readFileSync(await events.path(), "utf8")).machine).toBe(
      "ask-with-render-ack",
    );
    await page.getByRole("button", { name: /^Undo: entry 2/ }).click();
    await branch.waitFor({ state: "detached" });
  });

  it("keeps how long timers may pass, wherever somebody looks then", async () => {
    const page = await openAt(DEPLOY, 1);
    await page.getByRole("tab", { name: "What if" }).click();
    await page.getByRole("button", { name: "Skip entry 2" }).click();
    const until = page.getByLabel("Let timers pass");
    await until.selectOption("for a minute after entry 1");
    const ends = page.locator(".branch").getByText(/ends in awaitingRetry/);
    await ends.waitFor();
    await goTo(page, { view: "instance", key: DEPLOY, n: 4 });
    await page.locator(".where").getByText("entry 4").waitFor();
    expect(await until.inputValue()).toBe("minute");
    await until.getByText("for a minute after entry 1").waitFor({ state: "attached" });
    await ends.waitFor();
  });

  it("delays and alters what came, and says when an event is none", async () => {
    const page = await openAt(DEPLOY, 4);
    await page.getByRole("tab", { name: "What if" }).click();
    await page.getByRole("button", { name: "Delay entry 5 by a minute" }).click();
    await page.getByText("entry 5 comes 1 min later").waitFor();
    await page.getByRole("button", { name: "Alter entry 5" }).click();
    const editor = page.getByLabel("Event as JSON");
    await editor.fill("{ not json");
    await page.getByRole("button", { name: "Use instead of entry 5" }).click();
    await page
      .getByRole("alert")
      .getByText(/This is not JSON/)
      .waitFor();
    await editor.fill('{ "type": "CANCEL", "requestId": "deploy.2" }');
    await page.getByRole("button", { name: "Use instead of entry 5" }).click();
    await page.getByText(/entry 5 is \{"type":"CANCEL"/).waitFor();
    await page
      .locator(".branch")
      .getByText(/\(cancelled\)/)
      .waitFor();
  });
});
