import { createAsker, createMemoryJournal } from "@readback/core";
import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();
const why = { questions: [{ question: "Why?" }] };

describe("a reload", () => {
  it("keeps the question and what was typed, and is on screen again when it is", async () => {
    const page = await open();
    const told: string[] = [];
    page.onRenderConfirmed(() => told.push("rendered"));
    page.onLost(() => told.push("lost"));
    const asker = createAsker({ bridge: page });
    const tab = await browser.page(page.link());
    const result = asker.ask(why);
    await tab.getByRole("textbox").fill("Half a sentence");
    await tab.reload();
    await tab.getByRole("textbox").waitFor();
    expect(await tab.getByRole("textbox").inputValue()).toBe("Half a sentence");
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator("[part~=sent]").waitFor();
    expect(await result).toMatchObject({ answers: [{ values: ["Half a sentence"] }] });
    expect(told).toEqual(["rendered", "lost", "rendered"]);
    asker.dispose();
  });

  it("keeps the text of a question that ended meanwhile, and can still send it", async () => {
    const page = await open();
    const answers: unknown[] = [];
    page.onAnswer((requestId, given) => {
      answers.push(given);
      page.acknowledge(requestId);
    });
    const tab = await browser.page(page.link());
    const asked = request([{ question: "Why?" }]);
    page.sendQuestion(asked);
    await tab.getByRole("textbox").fill("Late, but here");
    page.close(asked.requestId, "timed_out");
    await tab.locator("[part~=closed]").waitFor();
    await tab.reload();
    await tab.getByText("Time is up").first().waitFor();
    await tab.getByRole("button", { name: "Send anyway" }).click();
    await tab.locator("[part~=sent]", { hasText: "Late, but here" }).waitFor();
    expect(answers).toEqual([[{ id: "q1", values: ["Late, but here"], custom: null }]]);
  });
});

describe("the connection", () => {
  it("sleeps with the machine, and catches up with all that happened", async () => {
    const page = await open();
    const answers: unknown[] = [];
    page.onAnswer((requestId, given) => {
      answers.push(given);
      page.acknowledge(requestId);
    });
    const tab = await browser.page(page.link());
    const [over, next] = [request([{ question: "Over?" }]), request([{ question: "Next?" }])];
    page.sendQuestion(over);
    await tab.getByRole("textbox").fill("Before sleep");
    const devtools = await tab.context().newCDPSession(tab);
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    page.close(over.requestId, "timed_out");
    page.sendQuestion(next);
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    const field = tab.getByRole("textbox", { name: "Next?" });
    await field.fill("After sleep");
    await field.press("Control+Enter");
    await tab.locator("[part~=sent]", { hasText: "After sleep" }).waitFor();
    expect(answers).toEqual([[{ id: "q1", values: ["After sleep"], custom: null }]]);
    const kept = tab.getByRole("textbox", { name: "Over?" });
    expect(await kept.inputValue()).toBe("Before sleep");
  });

  it("may be gone while a person answers: the answer is sent when it is back", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const tab = await browser.page(page.link());
    const result = asker.ask(why);
    await tab.getByRole("textbox").fill("Offline");
    await tab.context().setOffline(true);
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator("[part~=status]", { hasText: "not confirmed yet" }).waitFor();
    await tab.context().setOffline(false);
    await tab.locator("[part~=sent]").waitFor();
    expect(await result).toMatchObject({ answers: [{ values: ["Offline"] }] });
    asker.dispose();
  });

  it("is not needed to keep an answer over a reload; it is taken once", async () => {
    const page = await open();
    const tab = await browser.page(page.link());
    page.sendQuestion(request([{ question: "Why?" }]));
    await tab.getByRole("textbox").fill("On its way");
    // Nobody listens yet, so the answer stays with the tab.
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator("[part~=status]", { hasText: "not confirmed yet" }).waitFor();
    await tab.reload();
    await tab.getByRole("textbox").waitFor();
    const answers: unknown[] = [];
    page.onAnswer((requestId, given) => {
      answers.push(given);
      page.acknowledge(requestId);
    });
    await tab.locator("[part~=sent]", { hasText: "On its way" }).waitFor();
    expect(answers).toEqual([[{ id: "q1", values: ["On its way"], custom: null }]]);
  });

  it("comes back after a restart of the server; nothing is lost or answered twice", async () => {
    const journal = createMemoryJournal();
    const first = await open();
    const { port } = first;
    const asker = createAsker({ bridge: first, journal });
    const tab = await browser.page(first.link());
    const unanswered = asker.ask(why);
    await tab.getByRole("textbox").fill("Typed before");
    asker.dispose();
    await first.stop();
    expect((await unanswered).outcome).toBe("aborted");
    await tab.getByText("Connection lost").waitFor();
    // Sent while nobody is there: kept, and shown as not confirmed.
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator("[part~=status]", { hasText: "not confirmed yet" }).waitFor();

    const second = await open({ port });
    const again = createAsker({ bridge: second, journal });
    again.recover();
    await connected(tab);
    await tab.locator("[part~=sent]", { hasText: "Typed before" }).waitFor();
    expect(await again.ask(why)).toMatchObject({
      outcome: "answered",
      answers: [{ values: ["Typed before"] }],
    });
    again.dispose();
  });

  it("keeps the text of an answer that a new server does not know, for the next ask", async () => {
    const first = await open();
    const { port } = first;
    const lost = createAsker({ bridge: first });
    const tab = await browser.page(first.link());
    const unheard = lost.ask(why);
    await tab.getByRole("textbox").fill("Typed for nobody");
    lost.dispose();
    await first.stop();
    await unheard;
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator("[part~=status]", { hasText: "not confirmed yet" }).waitFor();

    const second = await open({ port });
    const asker = createAsker({ bridge: second });
    const result = asker.ask(why);
    await tab.locator("[part~=open]").waitFor();
    expect(await tab.getByRole("textbox").inputValue()).toBe("Typed for nobody");
    await tab.getByRole("textbox").press("Control+Enter");
    expect(await result).toMatchObject({ answers: [{ values: ["Typed for nobody"] }] });
    asker.dispose();
  });

  it("keeps a message that the host cannot take yet, and gives it once it can", async () => {
    const errors: unknown[] = [];
    const page = await open({ onError: (error) => errors.push(error) });
    const tab = await browser.page(page.link());
    const asked = request([{ question: "Why?" }]);
    page.sendQuestion(asked);
    await tab.getByRole("textbox").fill("Patience");
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator("[part~=status]", { hasText: "not confirmed yet" }).waitFor();
    let failures = 0;
    const taken = new Promise<unknown>((resolve) => {
      page.onAnswer((requestId, answers) => {
        failures += 1;
        if (failures < 3) throw new Error("the disk is full");
        page.acknowledge(requestId);
        resolve(answers);
      });
    });
    expect(await taken).toEqual([{ id: "q1", values: ["Patience"], custom: null }]);
    await tab.locator("[part~=sent]").waitFor();
    expect(errors.map(String)).toEqual(["Error: the disk is full", "Error: the disk is full"]);
  });

  it("tells that a tab has gone: what waited in its queue has its turn", async () => {
    const page = await open();
    const told: (readonly [string, boolean])[] = [];
    let heard = () => {};
    page.onAnswer(() => {});
    page.onQueued((requestId, queued) => {
      told.push([requestId, queued]);
      heard();
    });
    const tab = await browser.page(page.link());
    await connected(tab);
    const queued = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const [first, second] = [request([{}]), request([{}])];
    page.sendQuestion(first);
    page.sendQuestion(second);
    await queued;
    const dequeued = new Promise<void>((resolve) => {
      heard = resolve;
    });
    await tab.context().close();
    await dequeued;
    expect(told).toEqual([
      [second.requestId, true],
      [second.requestId, false],
    ]);
    expect(page.tabs).toBe(0);
  });
});
