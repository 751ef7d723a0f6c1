import { createAsker, createMemoryJournal, type Journal } from "@readback/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAskUserTools, createSurfaces, type SurfacesOptions } from "../src/index.js";
import { type AppHost, type AppHostHabits, useAppHosts } from "./support/app-host/app-host.js";
import type { ClientSettings } from "./support/clients.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";
import { rawView } from "./support/raw-view.js";

const hosts = useAppHosts();
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const input = { questions: [{ id: "q1", question: "Which name?" }] };
const other = { questions: [{ id: "q1", question: "Which colour?" }] };
const [, , pair] = PAIRS;
const requestStateKey = new Uint8Array(32).fill(7);

async function start(
  habits: AppHostHabits = {},
  options: SurfacesOptions = {},
  settings: ClientSettings = {},
  journal: Journal = createMemoryJournal(),
) {
  const surfaces = createSurfaces({ quickestReply: 0, ...options });
  const asker = createAsker({ bridge: surfaces, journal });
  const tools = createAskUserTools({ asker, surfaces, app: true, requestStateKey });
  asker.recover();
  const client = await connectInMemory(pair, (server) => tools.register(server), {
    apps: true,
    ...settings,
  });
  const stop = () => {
    tools.dispose();
    asker.dispose();
  };
  ending.push(() => client.close(), stop);
  const isOnScreen = () =>
    [...asker.runtime.live()].some(([, { context }]) => context.renderConfirmed);
  return { client, asker, isOnScreen, stop, host: await hosts.open(client, habits) };
}

type View = Awaited<ReturnType<AppHost["call"]>>["view"];

async function answer(view: View, text: string) {
  await view.getByRole("textbox").fill(text);
  await view.getByRole("button", { name: "Send" }).click();
}

describe("a chat client that", () => {
  it("withholds what the tool was called with until the result: the question is there all the same", async () => {
    const { host } = await start({ input: "after" });
    const call = await host.call("ask_user", input);
    await answer(call.view, "Ada");
    expect((await call.result).result).toMatchObject({
      ...{ outcome: "answered", surface: "app" },
      // The browser's own word, through both frames around the view.
      evidence: { visibility: "browser", surface: "app" },
    });
  });

  it("mounts views only after the result: one pending, then the answer", async () => {
    const { host } = await start({ mounts: "after" }, { elicitation: false, viewWithin: 500 });
    const first = await host.call("ask_user", input);
    expect((await first.result).result).toMatchObject({ outcome: "pending", shouldRetry: true });
    await answer(first.view, "Ada");
    await first.view.getByText("Sent.").first().waitFor();
    const second = await host.call("ask_user", input);
    expect((await second.result).result).toMatchObject({
      outcome: "answered",
      renderConfirmed: true,
      attempt: 1,
    });
  });

  it.each([true, false])(
    "takes a view down (politely: %s) and mounts it again: what was typed is there",
    async (isPolite) => {
      const { client, host, isOnScreen } = await start({}, { viewWithin: 60_000 });
      const call = await host.call("ask_user", input);
      await call.view.getByRole("textbox").pressSequentially("Ad");
      await vi.waitFor(() => expect(isOnScreen()).toBe(true));
      // The draft goes with the next sign of life.
      await vi.waitFor(async () => {
        const look = await rawView(client);
        const { told } = await look.say({ open: { input } });
        await look.say({ leave: true });
        expect(JSON.stringify(told?.drafts)).toContain('"Ad"');
      }, 30_000);
      await host.unmount(call.id, isPolite);
      await vi.waitFor(() => expect(isOnScreen()).toBe(false), { timeout: 30_000, interval: 100 });
      const { view } = await host.mount("ask_user", input);
      await expect.poll(() => view.getByRole("textbox").inputValue()).toBe("Ad");
      await vi.waitFor(() => expect(isOnScreen()).toBe(true));
      await answer(view, "Ada");
      expect((await call.result).result).toMatchObject({ outcome: "answered", attempt: 1 });
    },
  );

  it("does not say which tool a view belongs to: the question is found by what it was called with", async () => {
    const { host } = await start({ toolInfo: false });
    const calls = [await host.call("ask_user", input), await host.call("ask_user", other)] as const;
    await answer(calls[1].view, "blue");
    await answer(calls[0].view, "Ada");
    expect((await calls[0].result).result.answers).toMatchObject([{ values: ["Ada"] }]);
    expect((await calls[1].result).result.answers).toMatchObject([{ values: ["blue"] }]);
  });

  it("declares views and shows none, with a form: the form is used, in the same attempt", async () => {
    const elicit = async () => ({ action: "accept" as const, content: { q1: "Ada" } });
    const { host } = await start({ mounts: "never" }, { viewWithin: 500 }, { elicit });
    const call = await host.call("ask_user", input);
    expect((await call.result).result).toMatchObject({
      outcome: "answered",
      attempt: 1,
      surface: "elicitation",
    });
  });

  it("shows views and does not declare them: it is given none, and the agent is told so", async () => {
    const { client, host } = await start(
      { mounts: "never" },
      { elicitation: false },
      { apps: false },
    );
    await expect(host.html()).rejects.toThrow("MCP Apps");
    expect(await client.callRaw("readback_view", { view: "some-view-of-a-host" })).toMatchObject({
      isError: true,
    });
    const call = await host.call("ask_user", input);
    expect((await call.result).result).toMatchObject({ outcome: "no_surface" });
  });

  it("shows one question in two views: the first answer counts, and the other view says so", async () => {
    const { host } = await start();
    const call = await host.call("ask_user", input);
    const { view } = await host.mount("ask_user", input);
    await answer(view, "Ada");
    await call.view.getByText("answered elsewhere").first().waitFor();
    expect((await call.result).result.answers).toMatchObject([{ values: ["Ada"] }]);
  });

  it("has its server restarted: the view confirms again, and what was typed is there for the next one", async () => {
    const journal = createMemoryJournal();
    const first = await start({}, { viewWithin: 60_000 }, {}, journal);
    const call = await first.host.call("ask_user", input);
    call.result.catch(() => {});
    await call.view.getByRole("textbox").pressSequentially("Ad");
    await vi.waitFor(() => expect(first.isOnScreen()).toBe(true));
    first.host.loseReplies(true);
    first.stop();
    const second = await start({}, { viewWithin: 60_000 }, {}, journal);
    // As of a process that is gone: what it showed is on screen no more.
    for (const [askId, { context }] of second.asker.runtime.live()) {
      const requestId = context.requestId ?? "";
      second.asker.runtime.send(askId, { type: "LOST", requestId, beside: "app" });
    }
    expect(second.isOnScreen()).toBe(false);
    first.host.reconnect(second.client);
    first.host.loseReplies(false);
    await vi.waitFor(async () => {
      const look = await rawView(second.client);
      const { told } = await look.say({ open: { input } });
      await look.say({ leave: true });
      expect(JSON.stringify(told?.drafts)).toContain('"Ad"');
    }, 30_000);
    const again = second.client.call("ask_user", input);
    again.catch(() => {});
    await vi.waitFor(() => expect(second.isOnScreen()).toBe(true), 30_000);
    await first.host.unmount(call.id);
    await vi.waitFor(() => expect(second.isOnScreen()).toBe(false), 30_000);
    const { view } = await first.host.mount("ask_user", input);
    await expect.poll(() => view.getByRole("textbox").inputValue()).toBe("Ad");
    await answer(view, "Ada");
    expect((await again).result).toMatchObject({ outcome: "answered", attempt: 1, surface: "app" });
  });

  it("loses replies on their way: a view finds out what it was told in them", async () => {
    const { client, host, isOnScreen } = await start({}, { viewWithin: 60_000 });
    const call = await host.call("ask_user", input);
    await vi.waitFor(() => expect(isOnScreen()).toBe(true));
    // Not the view that is told the result of the call.
    const { view } = await host.mount("ask_user", input);
    await view.getByRole("textbox").waitFor();
    const elsewhere = await rawView(client);
    const requestId = (await elsewhere.open(input)) as string;
    host.loseReplies(true);
    await view.getByText("Connection lost").waitFor();
    await elsewhere.answer(requestId, "Ada");
    expect((await call.result).result.outcome).toBe("answered");
    const ended = () => host.lost.filter((one) => JSON.stringify(one).includes('"answered"'));
    // Both views of this host were told.
    await vi.waitFor(() => expect(ended().length).toBeGreaterThan(2), 30_000);
    host.loseReplies(false);
    await view.getByText("answered elsewhere").first().waitFor();
  });

  it("cancels its call: the view says so, and what is sent then goes to the next call", async () => {
    const { host, isOnScreen } = await start({}, { viewWithin: 60_000 });
    const cancel = new AbortController();
    const call = await host.call("ask_user", input, { signal: cancel.signal });
    await call.view.getByRole("textbox").fill("Ada");
    await vi.waitFor(() => expect(isOnScreen()).toBe(true), 30_000);
    cancel.abort();
    await host.cancelled(call.id);
    await expect(call.result).rejects.toThrow();
    await call.view.getByText("The agent stopped waiting for this answer.").first().waitFor();
    await call.view.getByRole("button", { name: "Send anyway" }).click();
    await call.view.getByText("Sent.").first().waitFor();
    const again = await host.call("ask_user", input);
    expect((await again.result).result).toMatchObject({
      ...{ outcome: "answered", renderConfirmed: true },
      answers: [{ values: ["Ada"] }],
    });
  });

  it("draws the view's frame as hosts do, and fades it in: it is confirmed by the browser's own word", async () => {
    const { host, isOnScreen } = await start({ mounts: "never" });
    await host.page.addStyleTag({ content: "@keyframes fade { from { opacity: 0 } }" });
    const { id, view } = await host.mount("ask_user", input);
    const looks = "border-radius: 16px; box-shadow: 0 4px 24px #0006; border: 1px solid #8888";
    await host.style(id, `${looks}; overflow: hidden; animation: fade .2s forwards`);
    const call = await host.call("ask_user", input);
    await vi.waitFor(() => expect(isOnScreen()).toBe(true), 30_000);
    await answer(view, "Ada");
    expect((await call.result).result).toMatchObject({
      ...{ outcome: "answered", evidence: { visibility: "browser", surface: "app" } },
    });
  });

  it("has a person who uses the keyboard alone: through both frames to the field, and it is sent", async () => {
    const { host, isOnScreen } = await start();
    const call = await host.call("ask_user", input);
    const { keyboard } = host.page;
    const field = call.view.getByRole("textbox");
    await field.waitFor();
    await vi.waitFor(() => expect(isOnScreen()).toBe(true), 30_000);
    // Focus is never taken from the chat: a person goes there.
    const hasFocus = () => field.evaluate((one: HTMLElement) => one.matches(":focus"));
    expect(await hasFocus()).toBe(false);
    for (let steps = 0; steps < 5 && !(await hasFocus()); steps += 1) await keyboard.press("Tab");
    await keyboard.type("Ada");
    await vi.waitFor(async () => {
      expect(await call.view.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
    });
    await keyboard.press("Control+Enter");
    expect((await call.result).result.answers).toMatchObject([{ values: ["Ada"] }]);
  });

  it("offers full screen, and a person cancels there", async () => {
    const { host } = await start({ modes: ["inline", "fullscreen"] });
    const call = await host.call("ask_user", input);
    await call.view.getByRole("button", { name: "Full screen" }).click();
    await call.view.getByRole("button", { name: "Back to the chat" }).waitFor();
    await call.view.getByRole("button", { name: "Dismiss" }).click();
    expect((await call.result).result).toMatchObject({ outcome: "cancelled", cause: "human" });
  });

  it.each(["opacity: 0", "transform: scale(.02)", "filter: blur(20px)", "opacity: .99"])(
    "draws the view's frame with %s: nothing is confirmed, until it is over",
    async (css) => {
      const { host, isOnScreen } = await start({ mounts: "never" }, { viewWithin: 60_000 });
      const { id, view } = await host.mount("ask_user", input);
      await host.style(id, css);
      const call = await host.call("ask_user", input);
      await view.getByRole("textbox").waitFor({ state: "attached" });
      // Longer than the browser takes for its word, and to see that nothing comes of it.
      await host.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      expect(isOnScreen()).toBe(false);
      await host.style(id, "opacity: 1; transform: none; filter: none");
      await vi.waitFor(() => expect(isOnScreen()).toBe(true), { timeout: 10_000 });
      await answer(view, "Ada");
      expect((await call.result).result).toMatchObject({ outcome: "answered" });
    },
  );

  it.each([
    ["the chat client", "host", ""],
    ["the chat client, that lets clicks through,", "host", "pointer-events: none"],
    ["the frame between it and the view", "sandbox", ""],
    [
      "the frame between it and the view, that lets clicks through,",
      "sandbox",
      "pointer-events: none",
    ],
  ] as const)(
    "has a box of %s over the question: nothing is confirmed, until it is gone",
    async (_, where, css) => {
      const { host, asker } = await start({ mounts: "never" }, { viewWithin: 60_000 });
      const isOnScreen = (of: typeof input) =>
        asker.runtime.snapshot(asker.askIdOf(of, { session: "test-client" }))?.context
          .renderConfirmed;
      const covered = await host.mount("ask_user", input);
      const uncover = await host.cover(covered.id, where, css);
      const call = await host.call("ask_user", input);
      await covered.view.getByRole("textbox").waitFor({ state: "attached" });
      if (where === "sandbox") {
        // The view beside it, that came later, is free.
        const free = await host.mount("ask_user", other);
        const second = await host.call("ask_user", other);
        await vi.waitFor(() => expect(isOnScreen(other)).toBe(true), 30_000);
        await answer(free.view, "blue");
        await second.result;
      } else await host.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      expect(isOnScreen(input)).toBe(false);
      await uncover();
      await vi.waitFor(() => expect(isOnScreen(input)).toBe(true), 30_000);
      await answer(covered.view, "Ada");
      expect((await call.result).result).toMatchObject({
        ...{ outcome: "answered", evidence: { visibility: "browser" } },
      });
    },
  );
});
