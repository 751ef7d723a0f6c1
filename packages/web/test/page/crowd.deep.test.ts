import { createAsker } from "@readback/core";
import { describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser.js";
import { useIdleSockets } from "../support/idle.js";
import { connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();
const openIdle = useIdleSockets();
const confirm = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const HALF = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ";

describe("a crowd of connections that never say who they are", () => {
  it.each([
    ["nothing", ""],
    ["half of a request", HALF],
  ])("and send %s does not keep a person from the page", async (_, said) => {
    const page = await open();
    await openIdle(page.port, 600, said);
    const tab = await browser.page(page.link());
    await connected(tab);
  });

  it("does not push out a tab that is open, nor its answer", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const tab = await browser.page(page.link());
    await connected(tab);
    const result = asker.ask(confirm);
    await tab.getByRole("radio", { name: "Yes" }).check();
    await openIdle(page.port, 600, HALF);
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator("[part~=sent]").waitFor();
    expect(await result).toMatchObject({ answers: [{ values: ["yes"] }] });
    expect(page.tabs).toBe(1);
    asker.dispose();
  });

  it("is bounded: the oldest makes room for the newest", async () => {
    const page = await open();
    const idle = await openIdle(page.port, 600);
    const [oldest, newest] = [idle[0], idle.at(-1)];
    await new Promise((resolve) => (oldest?.closed ? resolve(null) : oldest?.on("close", resolve)));
    expect(newest?.closed).toBe(false);
  });
});
