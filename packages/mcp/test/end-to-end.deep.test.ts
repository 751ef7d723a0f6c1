import { afterEach, describe, expect, it } from "vitest";
import { openWindow } from "../../web/test/support/two-tabs.js";
import { answer, useBrowser, whenConnected } from "./support/browser.js";
import type { TestClient } from "./support/clients.js";
import { createProject, type Way } from "./support/server.js";

const name = { questions: [{ question: "What is it called?" }] };
const colour = { questions: [{ question: "Which colour?" }] };

const ways: readonly Way[] = [
  { client: "v1", over: "stdio" },
  { client: "v1", over: "HTTP" },
  { client: "v2 2026-07-28", over: "stdio" },
  { client: "v2 2026-07-28", over: "HTTP" },
];

const browser = useBrowser();
let project = createProject();
afterEach(async () => {
  await project.end();
  project = createProject();
});

const retries = async (client: TestClient) => {
  const told = [];
  for (let call = 1; call <= 4; call += 1) {
    const { result } = await client.call("ask_user", name);
    told.push([result.outcome, result.shouldRetry, result.surface]);
  }
  return told;
};

const neverRendered = [
  ["not_rendered", true, null],
  ["not_rendered", true, null],
  ["not_rendered", true, null],
  ["exhausted", false, null],
];

describe.each(ways)("a $client client over $over, with the page in Chromium", (way) => {
  it("gets the answer", async () => {
    const { client, page } = await project.start(way);
    const tab = await browser.open(page);
    await whenConnected(tab);
    const call = client.call("ask_user", name);
    // Only this client has an MCP session; the others are their name and folder.
    const hasSession = way.client === "v1" && way.over === "HTTP";
    const which = hasSession ? / \([\da-f]{8}\)/.source : "";
    await tab.getByText(new RegExp(`The test-client in [^()]+${which} asks`)).waitFor();
    await answer(tab, "Readback");
    const { result } = await call;
    expect(result).toMatchObject({ outcome: "answered", renderConfirmed: true, surface: "page" });
    expect(result.answers).toEqual([{ id: "q1", values: ["Readback"], custom: null }]);
  });

  it("is told that the question never appeared: script blocked", async () => {
    const asker = { renderTimeout: 300 };
    const { client, page } = await project.start(way, { canOpen: true, asker });
    await browser.open(page, { javaScriptEnabled: false });
    expect(await retries(client)).toEqual(neverRendered);
  });

  it("is told that the question never appeared: page closed", async () => {
    const asker = { renderTimeout: 300 };
    const { client, page } = await project.start(way, { canOpen: true, asker });
    const tab = await browser.open(page);
    await whenConnected(tab);
    await tab.close();
    expect(await retries(client)).toEqual(neverRendered);
  });

  it("is told at once when there is no place to show it", async () => {
    const { client, page } = await project.start(way);
    const { result, text } = await client.call("ask_user", name);
    expect(result).toMatchObject({ outcome: "no_surface", shouldRetry: false, surface: null });
    // What an agent is told is kept in transcripts: a file that only this user can read.
    const link = /Open (file:\S+) in a browser, then ask again\./.exec(text)?.[1] ?? "";
    expect(link).toBe(page);
    expect(text).not.toContain("launch=");
    const tab = await browser.open(link);
    await whenConnected(tab);
    const call = client.call("ask_user", name);
    await tab.getByRole("textbox").fill("Now");
    await tab.getByRole("button", { name: "Send" }).click();
    expect((await call).result).toMatchObject({ outcome: "answered", surface: "page" });
    await whenConnected(await browser.open(link));
  });

  it("is told that nobody answered in time, and the page says so", async () => {
    const { client, page } = await project.start(way, { asker: { responseTimeout: 400 } });
    const tab = await browser.open(page);
    await whenConnected(tab);
    const { result } = await client.call("ask_user", name);
    expect(result).toMatchObject({ outcome: "timed_out", timedOut: true, shouldRetry: false });
    await tab.getByText("Time is up: the agent went on without an answer.").first().waitFor();
  });

  it("gets an answer that came too late when it asks again", async () => {
    const { client, page } = await project.start(way, { asker: { responseTimeout: 3_000 } });
    const tab = await browser.open(page);
    await whenConnected(tab);
    const call = client.call("ask_user", name);
    await tab.getByRole("textbox").fill("Late");
    expect((await call).result.outcome).toBe("timed_out");
    await tab.getByRole("button", { name: "Send anyway" }).click();
    await tab.getByText("Sent.").first().waitFor();
    const { result } = await client.call("ask_user", name);
    expect(result).toMatchObject({ outcome: "answered", answers: [{ values: ["Late"] }] });
  });

  it("cancels while the person types: the page says so, and what was typed is kept", async () => {
    const { client, page } = await project.start(way);
    const tab = await browser.open(page);
    await whenConnected(tab);
    const cancel = new AbortController();
    const call = client.call("ask_user", name, { signal: cancel.signal });
    await tab.getByRole("textbox").fill("Half a w");
    cancel.abort();
    await expect(call).rejects.toThrow();
    await tab.getByText("The agent stopped waiting for this answer.").first().waitFor();
    await tab.getByRole("button", { name: "Send anyway" }).click();
    await tab.getByText("Sent.").first().waitFor();
    const { result } = await client.call("ask_user", name);
    expect(result).toMatchObject({ outcome: "answered", answers: [{ values: ["Half a w"] }] });
  });

  it("finds the answer given after the server was killed and started again", async () => {
    const first = await project.start(way);
    const tab = await browser.open(first.page);
    await whenConnected(tab);
    const call = first.client.call("ask_user", name);
    const lost = expect(call).rejects.toThrow();
    await tab.getByRole("textbox").fill("Survivor");
    await first.kill();
    await first.client.close();
    await lost;
    const second = await project.start(way);
    expect(second.page).toBe(first.page);
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.getByText("Sent.").first().waitFor();
    const { result } = await second.client.call("ask_user", name);
    expect(result).toMatchObject({ outcome: "answered", answers: [{ values: ["Survivor"] }] });
  });

  it("is told what was measured before the server was killed, and its answer given before that", async () => {
    const first = await project.start(way, { patience: 500 });
    const tab = await browser.open(first.page);
    await whenConnected(tab);
    let { result } = await first.client.call("ask_user", name);
    // On a busy machine the question takes its time.
    while (!result.evidence) ({ result } = await first.client.call("ask_user", name));
    const { evidence } = result;
    expect(evidence).toMatchObject({ visibility: "browser", surface: "page" });
    await answer(tab, "Before");
    await tab.close();
    await first.kill();
    await first.client.close();
    const second = await project.start(way);
    const again = await second.client.call("ask_user", name);
    expect(again.result).toMatchObject({ outcome: "answered", answers: [{ values: ["Before"] }] });
    expect(again.result.evidence).toEqual(evidence);
  });
});

describe("a server that was started again", () => {
  it("uses the tab that is still open, however soon it asks", async () => {
    const way = { client: "v1", over: "stdio" } as const;
    const first = await project.start(way);
    const tab = await browser.open(first.page);
    await whenConnected(tab);
    const call = first.client.call("ask_user", name);
    await answer(tab, "Readback");
    await call;
    await first.kill();
    await first.client.close();
    await tab.getByText("Connection lost").first().waitFor();
    const second = await project.start(way);
    const again = second.client.call("ask_user", colour);
    await answer(tab, "Green");
    expect((await again).result).toMatchObject({ outcome: "answered", surface: "page" });
  });
});

describe("a server that ended before it asked anything", () => {
  it("leaves its tab to the next one", async () => {
    const way = { client: "v1", over: "stdio" } as const;
    const first = await project.start(way);
    const tab = await browser.open(first.page);
    await whenConnected(tab);
    await first.client.close();
    await tab.getByText("Connection lost").first().waitFor();
    const second = await project.start(way);
    const call = second.client.call("ask_user", name);
    await answer(tab, "Readback");
    expect((await call).result).toMatchObject({ outcome: "answered", surface: "page" });
  });
});

// Slow ones, with real limits.
describe.each(ways)("a $client client over $over", (way) => {
  it("with a limit of 5 s and no progress is told in time to call again", async () => {
    const { client, page } = await project.start(way, { patience: 3_000 });
    const tab = await browser.open(page);
    await whenConnected(tab);
    const first = await client.call("ask_user", name, { timeout: 5_000 });
    expect(first.result).toMatchObject({ outcome: "pending", shouldRetry: true, attempt: 1 });
    const answering = answer(tab, "Patience");
    let { result } = first;
    // As an agent does; on a busy machine once more than needed.
    while (result.outcome === "pending") {
      ({ result } = await client.call("ask_user", name, { timeout: 5_000 }));
    }
    await answering;
    expect(result).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("with a limit of 5 s and progress waits as long as it takes", async () => {
    const { client, page } = await project.start(way, { heartbeat: 1_000 });
    const tab = await browser.open(page);
    await whenConnected(tab);
    let beats = 0;
    let enough = () => {};
    const waited = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const onprogress = () => {
      beats += 1;
      if (beats === 6) enough();
    };
    const options = { timeout: 5_000, resetTimeoutOnProgress: true, onprogress };
    const call = client.call("ask_user", name, options);
    await waited;
    await answer(tab, "Alive");
    expect((await call).result.outcome).toBe("answered");
  });
});

describe.each(ways.filter(({ over }) => over === "HTTP"))(
  "two $client clients over HTTP",
  (way) => {
    it("ask at once, and each gets its own answer", async () => {
      const { client, page, connect } = await project.start(way);
      const tab = await browser.open(page);
      await whenConnected(tab);
      const other = await connect({ name: "second" });
      const calls = [client.call("ask_user", name), other.call("ask_user", colour)];
      const first = tab.getByRole("textbox", { name: "What is it called?" });
      const second = tab.getByRole("textbox", { name: "Which colour?" });
      await first.or(second).waitFor();
      const order = (await first.isVisible()) ? [first, second] : [second, first];
      for (const box of order) {
        await box.fill(box === first ? "Readback" : "Green");
        await tab.getByRole("button", { name: "Send" }).click();
      }
      const came = await Promise.all(calls);
      expect(came.map(({ result }) => result.answers[0]?.values)).toEqual([
        ["Readback"],
        ["Green"],
      ]);
    });
  },
);

describe.each(ways.filter(({ over }) => over === "stdio"))(
  "two $client clients over stdio",
  (way) => {
    it("have a server each and one page, and each gets its own answer", async () => {
      const [one, two] = [await project.start(way), await project.start(way)];
      expect(two.page).toBe(one.page);
      const tab = await browser.open(one.page);
      await whenConnected(tab);
      const first = one.client.call("ask_user", name);
      await tab.getByText("What is it called?", { exact: true }).waitFor();
      const second = two.client.call("ask_user", colour);
      await answer(tab, "Readback");
      await tab.getByText("Which colour?", { exact: true }).waitFor();
      await answer(tab, "Green");
      expect((await first).result.answers[0]?.values).toEqual(["Readback"]);
      expect((await second).result).toMatchObject({ outcome: "answered", surface: "page" });
      expect((await second).result.answers[0]?.values).toEqual(["Green"]);
    });

    it("go on with the same tab when the server that has the page is killed", async () => {
      const [one, two] = [await project.start(way), await project.start(way)];
      const tab = await browser.open(one.page);
      await whenConnected(tab);
      const call = two.client.call("ask_user", name);
      await tab.getByRole("textbox").fill("Typed before");
      await one.kill();
      await tab.locator("#connection:not([data-state=connected])").waitFor({ state: "attached" });
      await whenConnected(tab);
      expect(await tab.getByRole("textbox").inputValue()).toBe("Typed before");
      await tab.getByRole("button", { name: "Send" }).click();
      expect((await call).result.answers[0]?.values).toEqual(["Typed before"]);
    });
  },
);

describe("a tab that is hidden behind another one", () => {
  it("confirms nothing: true, true, true, false", async () => {
    const way = { client: "v1", over: "stdio" } as const;
    const { client, page } = await project.start(way, { asker: { renderTimeout: 300 } });
    const window = await openWindow();
    try {
      const tab = await window.openTab(page);
      const state = `document.querySelector("#connection").dataset.state`;
      const look = () => tab.evaluate(state).catch(() => "not loaded yet");
      await expect.poll(look, { timeout: 20_000 }).toBe("connected");
      const front = await window.openTab("about:blank");
      await front.bringToFront();
      expect(await tab.evaluate("document.visibilityState")).toBe("hidden");
      expect(await retries(client)).toEqual(neverRendered);
    } finally {
      await window.close();
    }
  });
});
