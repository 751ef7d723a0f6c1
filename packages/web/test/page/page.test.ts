import { createAsker, createSimulatedClock } from "@readback/core";
import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { addressIn, connected, useQuestionPage } from "../support/question-page.js";
import { openWindow } from "../support/two-tabs.js";

const browser = useBrowser();
const open = useQuestionPage();
const confirm = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };

describe("the local page", () => {
  it("shows a question, confirms it, sends the answer and says that it arrived", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const tab = await browser.page(page.link());
    const result = asker.ask(confirm);
    await tab.getByRole("radio", { name: "Yes" }).check();
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator("[part~=sent]").waitFor();
    expect(await result).toMatchObject({ outcome: "answered", answers: [{ values: ["yes"] }] });
    asker.dispose();
  });

  it("tells what the person should know, in every tab, until they close it", async () => {
    const page = await open();
    const tab = await browser.page(page.link());
    await connected(tab);
    expect(await tab.locator("#notice").isVisible()).toBe(false);
    page.tell("The folder was <b>deleted</b>.");
    await tab.getByText("The folder was <b>deleted</b>.").waitFor();
    await tab.getByRole("button", { name: "Close" }).click();
    await tab.locator("#notice").waitFor({ state: "hidden" });
    const other = await browser.page(page.link());
    await other.getByText("The folder was <b>deleted</b>.").waitFor();
    page.tell("It was deleted again.");
    await tab.getByText("It was deleted again.").waitFor();
  });

  it("hides the key from the address bar, and works after a reload", async () => {
    const page = await open();
    const tab = await browser.page(page.link());
    await connected(tab);
    expect(tab.url()).toBe(`http://127.0.0.1:${page.port}/`);
    await tab.reload();
    await connected(tab);
  });

  it("opens with a key that is good once, and says so when it is used again", async () => {
    const page = await open();
    const address = addressIn(page.link());
    const tab = await browser.page(address);
    await connected(tab);
    await tab.reload();
    await connected(tab);
    const other = await browser.page(address);
    await other.getByText("This link was used already").waitFor();
    // The file has the next one.
    await other.goto(page.link());
    await connected(other);
  });

  it("says what to do without a link, with a wrong one, and takes a new one", async () => {
    const page = await open();
    const tab = await browser.page(page.url);
    await tab.getByText("This address alone does not open the page").waitFor();
    await tab.goto(`${page.url}#launch=${"x".repeat(22)}.${"x".repeat(43)}`);
    await tab.getByText("This link was used already, or is too old").waitFor();
    await tab.goto("about:blank");
    await tab.goto(`${page.url}#launch=cut`);
    await tab.getByText("This address alone does not open the page").waitFor();
    await tab.goto(page.link());
    await connected(tab);
  });

  it("confirms nothing from a tab behind another one, until it is in front", async () => {
    const page = await open();
    const clock = createSimulatedClock();
    const asker = createAsker({ bridge: page, clock, maxRetries: 1 });
    const browserWindow = await openWindow();
    try {
      const tab = await browserWindow.openTab(page.link());
      const other = await browserWindow.openTab("about:blank");
      await other.bringToFront();
      expect(await tab.evaluate("document.visibilityState")).toBe("hidden");
      const first = asker.ask(confirm);
      // The question has arrived and is drawn: but nobody can see it.
      await tab.evaluate(`new Promise((resolve) => {
        const look = () => document.querySelector("readback-questions")
          .shadowRoot.querySelector("input") ? resolve() : setTimeout(look, 10);
        look();
      })`);
      clock.advance(30_000);
      expect(await first).toMatchObject({ outcome: "not_rendered", shouldRetry: true });
      const shown = new Promise((resolve) => page.onRenderConfirmed(resolve));
      const second = asker.ask(confirm);
      await tab.bringToFront();
      await shown;
      // On screen now: it is the person's clock that runs out.
      clock.advance(300_000);
      expect(await second).toMatchObject({ outcome: "timed_out", renderConfirmed: true });
    } finally {
      await browserWindow.close();
      asker.dispose();
    }
  });

  it("confirms nothing when its script is blocked", async () => {
    const page = await open();
    const clock = createSimulatedClock();
    const asker = createAsker({ bridge: page, clock, maxRetries: 0 });
    const context = await browser.context();
    await context.route("**/page.js", (route) => route.abort());
    const tab = await context.newPage();
    await tab.goto(page.link());
    await tab.getByText("Connecting…").waitFor();
    const result = asker.ask(confirm);
    clock.advance(30_000);
    expect(await result).toMatchObject({ outcome: "exhausted", renderConfirmed: false });
    asker.dispose();
  });

  it("shows nothing, and confirms nothing, while it is paused", async () => {
    const page = await open();
    const clock = createSimulatedClock();
    const asker = createAsker({ bridge: page, clock });
    const tab = await browser.page(page.link());
    await connected(tab);
    page.setPaused(true);
    await tab.getByText("This page was told not to show questions").waitFor();
    const first = asker.ask(confirm);
    clock.advance(30_000);
    expect((await first).outcome).toBe("not_rendered");
    const shown = new Promise((resolve) => page.onRenderConfirmed(resolve));
    const second = asker.ask(confirm);
    page.setPaused(false);
    await shown;
    await tab.locator("[part~=notice]", { hasText: "Previous attempt failed" }).waitFor();
    await tab.getByRole("button", { name: "Dismiss" }).click();
    expect((await second).outcome).toBe("cancelled");
    asker.dispose();
  });
});

describe("what draws attention", () => {
  it("is the number in the title until somebody changes that, and remembered", async () => {
    const page = await open({ title: "Release <desk>" });
    const tab = await browser.page(page.link(), { permissions: ["notifications"] });
    await connected(tab);
    page.sendQuestion(request([{ question: "Why?" }]));
    await tab.waitForFunction(() => document.title === "(1) Release <desk>");
    await tab.getByText("Settings").click();
    expect(await tab.getByLabel("Sound").isChecked()).toBe(false);
    expect(await tab.getByLabel("System notification").isChecked()).toBe(false);
    await tab.getByLabel("Number of open questions").uncheck();
    await tab.getByLabel("Sound").check();
    await tab.waitForFunction(() => document.title === "Release <desk>");
    await tab.reload();
    await tab.getByRole("textbox").waitFor();
    expect(await tab.title()).toBe("Release <desk>");
    await tab.getByText("Settings").click();
    expect(await tab.getByLabel("Sound").isChecked()).toBe(true);
  });
});
