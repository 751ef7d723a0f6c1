import { describe, expect, it } from "vitest";
import { createFakeApp, PAGE, QUESTION, YES } from "./support/app.js";

async function ready(...args: Parameters<typeof createFakeApp>) {
  const app = createFakeApp(...args);
  const window = app.open();
  const page = app.openPage(window);
  const { asker, bridge } = app.start();
  await app.settled();
  return { ...app, window, page, asker, bridge };
}

describe("pending questions come again", () => {
  it("after a reload, also one that keeps process and frame", async () => {
    const { asker, window, heard, settled, openPage } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    window.contents.load(PAGE, window.contents.mainFrame);
    expect(heard).toEqual(["on screen", "lost"]);
    const page = openPage(window);
    await settled();
    expect(page.first()?.requestId).toBe(handle.requestId);
    expect(handle.state).toBe("on_screen");
    page.answer(handle.requestId as string, YES);
    expect(await handle.result).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("after the renderer has crashed and the app has loaded the page again", async () => {
    const { asker, window, heard, settled, openPage } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    window.contents.crash();
    expect(heard).toEqual(["on screen", "lost"]);
    window.contents.load(PAGE, { processId: 2, routingId: 7 });
    openPage(window);
    await settled();
    expect(handle.state).toBe("on_screen");
  });

  it.each([
    ["another", "https://elsewhere.example/"],
    ["its own", PAGE],
  ])("after a page that could not be loaded, at %s address", async (_, url) => {
    const { asker, window, heard, settled, openPage } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    window.contents.fail(url);
    expect(heard).toEqual(["on screen", "lost"]);
    expect(handle.state).toBe("presenting");
    window.contents.load(PAGE, { processId: 3, routingId: 1 });
    openPage(window);
    await settled();
    expect(handle.state).toBe("on_screen");
  });

  it("not after a load that was stopped, nor one that failed in a frame of the page: it is still there", async () => {
    const { asker, window, page, heard, settled } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    window.contents.stopLoading();
    window.contents.failFrame("https://elsewhere.example/");
    await settled();
    expect(heard).toEqual(["on screen"]);
    page.answer(handle.requestId as string, YES);
    expect(await handle.result).toMatchObject({ outcome: "answered" });
  });

  it("after a navigation to another site and back", async () => {
    const { asker, window, heard, settled, openPage } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    window.contents.load("https://elsewhere.example/", { processId: 3, routingId: 1 });
    const stranger = openPage(window);
    await settled();
    expect(stranger.states).toEqual(["connecting", "refused"]);
    expect(stranger.first()).toBeUndefined();
    expect(handle.state).toBe("presenting");
    window.contents.load(PAGE, { processId: 1, routingId: 9 });
    openPage(window);
    await settled();
    expect(heard).toEqual(["on screen", "lost", "on screen"]);
  });

  it("in the next window, when the only one was closed; and closing is no answer", async () => {
    const { asker, window, heard, settled, open, openPage, clock } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    window.close();
    await settled();
    expect(heard).toEqual(["on screen", "lost"]);
    expect(handle.state).toBe("presenting");
    clock.advance(10_000);
    const page = openPage(open());
    clock.advance(0);
    await settled();
    expect(handle.state).toBe("on_screen");
    page.answer(handle.requestId as string, YES);
    expect(await handle.result).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("nowhere, when no window comes: not shown, never refused", async () => {
    const { asker, window, settled, clock } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    window.close();
    clock.advance(30_000);
    expect(await handle.result).toMatchObject({ outcome: "not_rendered", cancelled: false });
    // With no window at all, the next question ends at once.
    expect(
      await asker.ask({ questions: [{ question: "Anyone?", type: "confirm" }] }),
    ).toMatchObject({ outcome: "no_surface", cancelled: false });
  });

  it("goes on in the other window, when one of two is closed", async () => {
    const { asker, window, heard, settled, open, openPage, clock } = await ready();
    const other = openPage(open());
    clock.advance(0);
    const handle = asker.open(QUESTION);
    await settled();
    window.close();
    await settled();
    expect(heard).toEqual(["on screen"]);
    other.answer(handle.requestId as string, YES);
    expect(await handle.result).toMatchObject({ outcome: "answered" });
  });

  it("in a page that was there before the bridge", async () => {
    const app = createFakeApp();
    const page = app.openPage(app.open());
    await app.settled();
    expect(page.states).toEqual(["connecting"]);
    const { asker } = app.start();
    const handle = asker.open(QUESTION);
    await app.settled();
    expect(handle.state).toBe("on_screen");
  });

  it("in the bridge that comes after a disposed one", async () => {
    const { asker, bridge, page, settled, start } = await ready();
    asker.dispose();
    bridge.dispose();
    expect(() => bridge.sendQuestion({} as never)).toThrow("disposed");
    const next = start();
    const handle = next.asker.open(QUESTION);
    await settled();
    expect(page.states.at(-1)).toBe("connected");
    expect(handle.state).toBe("on_screen");
  });
});

describe("nothing is answered twice, and nothing a person decided is lost", () => {
  it("when two windows answer at once", async () => {
    const { asker, page, settled, open, openPage, clock, heard } = await ready();
    const other = openPage(open());
    clock.advance(0);
    const handle = asker.open(QUESTION);
    await settled();
    const requestId = handle.requestId as string;
    page.answer(requestId, YES);
    other.answer(requestId, [{ id: "go", values: ["no"] }]);
    await settled();
    expect(await handle.result).toMatchObject({ answers: [{ values: ["yes"] }] });
    expect(heard.filter((one) => one === "answer")).toHaveLength(2);
    expect(page.log[0]).toBe(`sent ${requestId}`);
    expect(other.log[0]).toBe(`answered ${requestId}`);
  });

  it("when the page is reloaded while its answer is under way", async () => {
    const { asker, window, page, settled, openPage } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    page.answer(handle.requestId as string, YES);
    window.contents.load(PAGE, window.contents.mainFrame);
    openPage(window, page.store);
    await settled();
    expect(await handle.result).toMatchObject({
      outcome: "answered",
      answers: [{ values: ["yes"] }],
    });
  });

  it("when what was kept over the reload is no longer what it was", async () => {
    const { asker, window, page, settled, openPage } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    page.store.setItem("readback:electron:outbox", '[null, 1, "x", {}, { "type": "later" }]');
    window.contents.load(PAGE, window.contents.mainFrame);
    const next = openPage(window, page.store);
    await settled();
    next.answer(handle.requestId as string, YES);
    expect(await handle.result).toMatchObject({ outcome: "answered" });
    expect(next.errors).toEqual([]);
  });

  it("when the answer is none of the choices: the person is told, and answers again", async () => {
    const { asker, page, settled } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    const requestId = handle.requestId as string;
    page.answer(requestId, [{ id: "go", values: ["maybe"] }]);
    await settled();
    expect(page.log).toEqual([
      `refused ${requestId}: Invalid answers: go: "maybe" is not one of "yes", "no"`,
    ]);
    page.answer(requestId, YES);
    expect(await handle.result).toMatchObject({ outcome: "answered" });
  });

  it("when a person declines in one window, the other one's dialog goes", async () => {
    const { asker, page, settled, open, openPage, clock } = await ready();
    const other = openPage(open());
    clock.advance(0);
    const handle = asker.open(QUESTION);
    await settled();
    page.cancel(handle.requestId as string, "declined");
    await settled();
    expect(await handle.result).toMatchObject({ outcome: "declined" });
    expect(other.size()).toBe(0);
  });
});

describe("questions behind others", () => {
  it("wait without a render clock, and take their turn", async () => {
    const { asker, page, settled, clock } = await ready();
    const first = asker.open(QUESTION);
    const second = asker.open({ questions: [{ id: "go", question: "Sure?", type: "confirm" }] });
    await settled();
    expect([first.state, second.state]).toEqual(["on_screen", "queued"]);
    clock.advance(60_000);
    page.answer(first.requestId as string, YES);
    await settled();
    expect(second.state).toBe("on_screen");
  });
});

describe("listeners", () => {
  const left = (...emitters: readonly { eventNames(): (string | symbol)[] }[]) =>
    emitters.flatMap((one) => one.eventNames()).filter((name) => name !== "visibility");

  it("are gone with the bridge", async () => {
    const { window, bridge, app, screen } = await ready();
    expect(window.contents.handlers.size).toBe(1);
    bridge.dispose();
    expect(window.contents.handlers.size).toBe(0);
    expect(left(window, window.contents, app, screen)).toEqual([]);
  });

  it("are gone with their window, which the app may still hold", async () => {
    const { window, asker, open, openPage, clock, settled } = await ready();
    const handle = asker.open(QUESTION);
    await settled();
    window.close();
    expect(left(window, window.contents)).toEqual([]);
    // The bridge goes on in other windows.
    openPage(open());
    clock.advance(0);
    await settled();
    expect(handle.state).toBe("on_screen");
  });
});
