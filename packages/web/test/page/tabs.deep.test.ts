import { createAsker } from "@readback/core";
import { describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser.js";
import { connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();
const confirm = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const why = { questions: [{ question: "Why?" }] };

/** One after the other: the key in a link is good once, and the file has the next one when it is used. */
async function twoTabs(link: string) {
  const one = await browser.page(link);
  await connected(one);
  const two = await browser.page(link);
  await connected(two);
  return [one, two] as const;
}

describe("two tabs", () => {
  it("show the same question; one answers, the other is told and keeps its text", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const [one, two] = await twoTabs(page.link());
    const result = asker.ask(why);
    await one.getByRole("textbox").fill("From one");
    await two.getByRole("textbox").fill("From two");
    await one.getByRole("button", { name: "Send" }).click();
    await one.locator("[part~=sent]").waitFor();
    await two.getByText("answered elsewhere").first().waitFor();
    expect(await two.getByRole("textbox").inputValue()).toBe("From two");
    expect(await result).toMatchObject({ answers: [{ values: ["From one"] }] });
    asker.dispose();
  });

  it("that answer in the same moment: one is taken, the other is told so", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const tabs = await twoTabs(page.link());
    const result = asker.ask(why);
    for (const [at, tab] of tabs.entries()) await tab.getByRole("textbox").fill(`Tab ${at}`);
    await Promise.all(tabs.map((tab) => tab.getByRole("textbox").press("Control+Enter")));
    const ends = await Promise.all(
      tabs.map(async (tab) => {
        await tab.locator("[part~=sent], [part~=closed]").waitFor();
        return tab.locator("article").getAttribute("data-phase");
      }),
    );
    expect([...ends].sort()).toEqual(["closed", "sent"]);
    const taken = ends.indexOf("sent");
    expect(await result).toMatchObject({ answers: [{ values: [`Tab ${taken}`] }] });
    asker.dispose();
  });

  it("confirm a question once, and the dismissal of one closes it in the other", async () => {
    const page = await open();
    const confirmed: string[] = [];
    page.onRenderConfirmed((requestId) => confirmed.push(requestId));
    const asker = createAsker({ bridge: page });
    const [one, two] = await twoTabs(page.link());
    await Promise.all([connected(one), connected(two)]);
    expect(page.tabs).toBe(2);
    const result = asker.ask(confirm);
    await two.getByRole("button", { name: "Dismiss" }).waitFor();
    await one.getByRole("button", { name: "Dismiss" }).click();
    await two.locator("[part~=closed]", { hasText: "Dismissed." }).waitFor();
    expect(await result).toMatchObject({ outcome: "cancelled", renderConfirmed: true });
    expect(confirmed.length).toBe(1);
    asker.dispose();
  });

  it("are not more than allowed: the oldest rests, and can be used again", async () => {
    const page = await open({ maxTabs: 1 });
    const one = await browser.page(page.link());
    await connected(one);
    const two = await browser.page(page.link());
    await connected(two);
    await one.getByText("so this one rests").waitFor();
    await one.getByRole("button", { name: "Use this tab" }).click();
    await connected(one);
    await two.getByText("so this one rests").waitFor();
    expect(page.tabs).toBe(1);
  });
});

describe("questions of several agents", () => {
  it("are asked one after the other, each answered by its own answer", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const tab = await browser.page(page.link());
    await connected(tab);
    const names = ["Ada", "Bob", "Cyd"];
    const results = names.map((name) =>
      asker.ask({ questions: [{ question: `Name for ${name}?` }] }, { session: name }),
    );
    await tab.getByText("2 more questions wait").waitFor();
    expect(await tab.title()).toBe("(3) Readback");
    for (const name of names) {
      const field = tab.getByRole("textbox", { name: `Name for ${name}?` });
      await field.fill(`${name} the first`);
      await field.press("Control+Enter");
    }
    for (const [at, name] of names.entries()) {
      expect(await results[at]).toMatchObject({
        outcome: "answered",
        answers: [{ values: [`${name} the first`] }],
      });
    }
    await tab.waitForFunction(() => document.title === "Readback");
    asker.dispose();
  });
});

describe("a question that is asked again as soon as it is answered", () => {
  it("is a new one each time, with nothing typed in it", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const tab = await browser.page(page.link());
    for (let round = 1; round <= 5; round += 1) {
      const result = asker.ask(why);
      const field = tab.locator("[part~=open]").getByRole("textbox");
      expect(await field.inputValue()).toBe("");
      await field.fill(`Round ${round}`);
      await field.press("Control+Enter");
      expect(await result).toMatchObject({ answers: [{ values: [`Round ${round}`] }] });
    }
    await tab.locator("[part~=sent]", { hasText: "Round 5" }).waitFor();
    asker.dispose();
  });
});
