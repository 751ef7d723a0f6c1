import { describe, expect, it } from "vitest";
import { createBridge } from "../src/main/bridge.js";
import { createFakeApp, PAGE, QUESTION, YES } from "./support/app.js";
import { createFakeElectron } from "./support/fake-electron.js";

describe("options that cannot be", () => {
  it.for<[unknown, string]>([
    [undefined, 'page: must be the address of your page, such as "app://ui", or a list of such'],
    [{}, 'page: must be the address of your page, such as "app://ui", or a list of such'],
    [{ page: "index.html" }, "page: must be an address"],
    [{ page: "file:///" }, "page: must name a file"],
    [{ page: PAGE, window: "jump" }, 'window: must be "nothing", "flash" or "show"'],
    [{ page: PAGE, badge: 1 }, "badge: must be true or false"],
    [{ page: PAGE, notification: "yes" }, "notification: must be true, false or a function"],
  ])("%j", ([options, problem]) => {
    const { parts } = createFakeElectron();
    expect(() => createBridge(parts, () => null, options as never)).toThrow(problem);
  });
});

describe("the person is called", () => {
  async function ready(options: Parameters<typeof createFakeApp>[0]) {
    const app = createFakeApp(options);
    const window = app.open({ show: false });
    const page = app.openPage(window);
    const { asker, bridge } = app.start();
    await app.settled();
    return { ...app, window, page, asker, bridge };
  }

  it("not at all by default", async () => {
    const { asker, notifications, window, app } = await ready({});
    asker.open(QUESTION);
    expect([notifications.length, window.flashes, window.isVisible(), app.badge]).toEqual([
      0,
      0,
      false,
      0,
    ]);
  });

  it("with a notification without a model's words, whose click shows the window", async () => {
    const { asker, notifications, window, settled, page } = await ready({ notification: true });
    const handle = asker.open(QUESTION);
    expect(notifications.map(({ words }) => words)).toEqual([
      { title: "A question waits for you", body: "Click here to see it." },
    ]);
    notifications[0]?.emit("click");
    await settled();
    expect(handle.state).toBe("on_screen");
    expect(window.isFocused()).toBe(true);
    page.answer(handle.requestId as string, YES);
    await settled();
    expect(notifications[0]?.isShown).toBe(false);
  });

  it("with words of the app's own", async () => {
    const notification = () => ({ title: "Agent", body: "asks" });
    const { asker, notifications } = await ready({ notification });
    asker.open(QUESTION);
    expect(notifications[0]?.words).toEqual({ title: "Agent", body: "asks" });
  });

  it("with a badge that counts", async () => {
    const { asker, app, bridge } = await ready({ badge: true });
    const handle = asker.open(QUESTION);
    asker.open({ questions: [{ question: "Sure?", type: "confirm" }] });
    expect(app.badge).toBe(2);
    bridge.close(handle.requestId as string, "aborted");
    expect(app.badge).toBe(1);
  });

  it("by the window: flashed, or shown", async () => {
    const flashed = await ready({ window: "flash" });
    flashed.asker.open(QUESTION);
    expect(flashed.window.flashes).toBe(1);
    const shown = await ready({ window: "show" });
    const handle = shown.asker.open(QUESTION);
    await shown.settled();
    expect(handle.state).toBe("on_screen");
    // A person who minimises it has seen it: it does not jump back.
    shown.window.minimize();
    await shown.settled();
    expect(shown.window.isMinimized()).toBe(true);
  });

  it("by the app itself", async () => {
    const { bridge, window } = await ready({});
    expect(bridge.takeToWindow()).toBe(true);
    expect(window.isVisible()).toBe(true);
    window.close();
    expect(bridge.takeToWindow()).toBe(false);
  });
});
