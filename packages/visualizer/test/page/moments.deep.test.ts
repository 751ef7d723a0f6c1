import { describe, expect, it } from "vitest";
import { BUILD, DEPLOY, goTo, useVisualizer } from "../support/visualizer-page.js";

const visualizer = useVisualizer();

describe("the list", () => {
  it("groups instances by machine, draws only what is in sight, and says how each is", async () => {
    const page = await visualizer.golden();
    await page.getByText(/^\d+ instances$/).waitFor();
    await page.getByRole("heading", { name: "ask-with-render-ack" }).waitFor();
    const row = page.getByRole("link", { name: /Naming: What shall it be called/ });
    expect(await row.innerText()).toMatch(/needs a person[\s\S]*3 left[\s\S]*owes the a/);
    expect(await page.locator(".rows a").count()).toBeLessThan(40);
    const rows = page.locator(".rows");
    await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await page.getByRole("heading", { name: "todo-attempt-guard" }).waitFor({ state: "attached" });
    await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page
      .getByRole("link", { name: /Create the class/ })
      .last()
      .waitFor();
    expect(await page.locator(".rows a").count()).toBeLessThan(40);
  });

  it("is filtered by text, machine, outcome, session and time, and cleared", async () => {
    const page = await visualizer.golden();
    const count = page.getByText(/^[\d,]+ instances?$/);
    await count.waitFor();
    // In one go: whoever types quickly loses no letter to the keys of the page.
    const focused = await page.evaluate(() => {
      dispatchEvent(new KeyboardEvent("keydown", { key: "/" }));
      return document.activeElement?.id;
    });
    expect(focused).toBe("search");
    await page.keyboard.type("bridge");
    await page.getByText("1 instance", { exact: true }).waitFor();
    // Text is text.
    await page.getByRole("link", { name: /Build <b>the<\/b> bridge/ }).waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("combobox", { name: "Machine" }).selectOption("instruction-ack");
    await page.getByRole("combobox", { name: "Outcome" }).selectOption("acknowledged");
    await page.getByText("4 instances", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("combobox", { name: "Session" }).selectOption("today");
    await page.getByText("3 instances", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("combobox", { name: "Time" }).selectOption("last hour");
    await page.getByText("5 instances", { exact: true }).waitFor();
    await page.getByRole("searchbox").fill("nothing has this in it");
    await page.getByText("Nothing matches these filters").waitFor();
    expect(await count.innerText()).toBe("0 instances");
  });
});

describe("a moment", () => {
  it("is explained: why it is here, what can happen next, why an event does nothing, what follows", async () => {
    const page = await visualizer.golden();
    await goTo(page, { view: "instance", key: DEPLOY, n: 3 });
    const panel = page.getByRole("tabpanel");
    await panel.getByText(/It is in open\.rendered\.waiting since/).waitFor();
    await panel.getByText(/RENDERED came in open\.presenting\.rendering/).waitFor();
    await panel.getByText(/Every transition from here: \d+ transitions/).click();
    expect(await panel.locator(".candidates .guard").count()).toBeGreaterThan(3);
    await panel.getByLabel("Event").fill("RENDERED");
    await panel.getByRole("button", { name: "Ask" }).click();
    await panel
      .getByRole("status")
      .getByText(/RENDERED/)
      .first()
      .waitFor();
    await panel.getByRole("heading", { name: "What happens with no more input?" }).waitFor();
    await panel.locator(".forecast li").first().waitFor();
  });

  it("can be reached by link, keys, slider, time line and list, and is in the address", async () => {
    const page = await visualizer.golden();
    await goTo(page, { view: "instance", key: DEPLOY, n: 1 });
    const where = page.locator(".transport .where");
    const at = (n: number) =>
      expect.poll(() => where.innerText(), { timeout: 60_000 }).toMatch(`entry ${n} `);
    await at(1);
    await page.keyboard.press("ArrowRight");
    await at(2);
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${DEPLOY}@2`);
    await page.keyboard.press("Home");
    await at(0);
    await page.keyboard.press("End");
    await at(5);
    expect(new URL(page.url()).hash).toBe(`#${DEPLOY}`);
    await page.getByRole("slider", { name: "Entry" }).fill("4");
    await at(4);
    await page.getByRole("button", { name: /^Entry 3: open\.rendered\.waiting/ }).click();
    await at(3);
    await page.getByRole("tab", { name: "Entries" }).click();
    await page.getByRole("button", { name: /^1 after renderTimeout/ }).click();
    await at(1);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Play" }).click();
    await at(5);
    await page.getByRole("button", { name: "Play" }).waitFor();
  });

  it("shows its event, its guards, what it changed, its cause and who was told", async () => {
    const page = await visualizer.golden();
    await goTo(page, { view: "instance", key: DEPLOY, n: 5 });
    await page.getByRole("tab", { name: "Entries" }).click();
    const details = page.locator(".details");
    await details.getByRole("heading", { name: "Entry 5: ANSWER" }).waitFor();
    expect(await details.innerText()).toMatch(
      /cause\s+human[\s\S]*outcome\s+answered[\s\S]*told\s+a: answered/,
    );
    await details.getByRole("rowheader", { name: "outcome" }).waitFor();
    await details.getByText("Event", { exact: true }).click();
    await details.locator("details[open]").getByText('"deploy.2"').first().waitFor();
    await details.getByText(/^Guards/).click();
    await details.locator(".guard.holds").first().waitFor();
  });

  it("is drawn as a waterfall with a row for each attempt, and kinds of waiting told apart", async () => {
    const page = await visualizer.golden();
    await goTo(page, { view: "instance", key: BUILD, n: null });
    await page.locator(".lane").nth(3).waitFor();
    const lanes = page.locator(".lane-name");
    expect(await lanes.allInnerTexts()).toEqual(["before", "attempt 1", "attempt 2", "attempt 3"]);
    const legend = await page.locator(".legend").innerText();
    for (const kind of ["agent", "program", "timer", "person"]) expect(legend).toContain(kind);
  });
});

describe("the keys", () => {
  it("are listed by ?, and closed by Escape", async () => {
    const page = await visualizer.golden();
    await page.getByText(/^\d+ instances$/).waitFor();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keys" });
    await dialog.getByText("play or pause").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.keyboard.press("g");
    await page.getByRole("heading", { name: "Acknowledgements" }).waitFor();
    await page.keyboard.press("j");
    await page.locator(".instance-head").waitFor();
  });
});
