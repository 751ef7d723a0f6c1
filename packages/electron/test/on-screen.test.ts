import { describe, expect, it } from "vitest";
import { createFakeApp, QUESTION, YES } from "./support/app.js";
import type { FakeWindow } from "./support/fake-electron.js";

/** Asks in a window that is as `set` makes it, and says what the agent's handle stands at. */
async function askIn(set: (window: FakeWindow) => void, show = true) {
  const app = createFakeApp();
  const window = app.open({ show });
  const page = app.openPage(window);
  const { asker, bridge } = app.start();
  await app.settled();
  set(window);
  const handle = asker.open(QUESTION);
  await app.settled();
  return { ...app, window, page, asker, bridge, handle };
}

describe("a question is on screen when the page and the window agree", () => {
  it("in a window that is shown", async () => {
    const { handle, page, settled } = await askIn(() => {});
    expect(handle.state).toBe("on_screen");
    page.answer(handle.requestId as string, YES);
    await settled();
    expect(await handle.result).toMatchObject({ outcome: "answered", renderConfirmed: true });
    expect(page.log).toEqual([`sent ${handle.requestId}`]);
  });

  // The table of what each side says by itself; only one row is the truth.
  it.for<[string, boolean, (window: FakeWindow) => void]>([
    ["never shown, where the page says visible", false, () => {}],
    ["hidden", true, (window) => window.hide()],
    ["minimised", true, (window) => window.minimize()],
    ["fully covered, where the window says visible", true, (window) => window.cover(true)],
    [
      "transparent, where both say visible",
      true,
      (window) => {
        window.opacity = 0;
      },
    ],
    [
      "off every display, where both say visible",
      true,
      (window) => {
        window.bounds = { x: 5_000, y: 5_000, width: 800, height: 600 };
      },
    ],
  ])("not in a window that is %s", async ([, show, set]) => {
    const { handle, asker, clock } = await askIn(set, show);
    expect(handle.state).toBe("presenting");
    clock.advance(30_000);
    expect(await handle.result).toMatchObject({
      outcome: "not_rendered",
      shouldRetry: true,
      cancelled: false,
    });
    asker.dispose();
  });

  it("as soon as the window is shown", async () => {
    const { handle, window, settled, heard } = await askIn(() => {}, false);
    expect(heard).toEqual([]);
    window.show();
    await settled();
    expect(heard).toEqual(["on screen"]);
    expect(handle.state).toBe("on_screen");
  });
});

describe("an acknowledgement is withdrawn when it stops to be true", () => {
  it.for<[string, (window: FakeWindow) => void, (window: FakeWindow) => void]>([
    ["minimised", (window) => window.minimize(), (window) => window.restore()],
    ["hidden", (window) => window.hide(), (window) => window.show()],
    ["covered", (window) => window.cover(true), (window) => window.cover(false)],
    [
      "made transparent, which nothing reports",
      (window) => {
        window.opacity = 0.1;
      },
      (window) => {
        window.opacity = 1;
      },
    ],
  ])("in a window that is %s, and given again", async ([, lose, find]) => {
    const { handle, window, heard, clock, settled } = await askIn(() => {});
    expect(heard).toEqual(["on screen"]);
    lose(window);
    clock.advance(1_000);
    await settled();
    expect(heard).toEqual(["on screen", "lost"]);
    expect(handle.state).toBe("presenting");
    find(window);
    clock.advance(1_000);
    await settled();
    expect(heard).toEqual(["on screen", "lost", "on screen"]);
    expect(handle.state).toBe("on_screen");
  });

  it("when its display is taken away", async () => {
    const { heard, screen, settled } = await askIn(() => {});
    screen.displays = [];
    screen.emit("display-removed");
    await settled();
    expect(heard).toEqual(["on screen", "lost"]);
  });

  it("when the page does not say that it has what was sent", async () => {
    const { heard, window, bridge, asker, clock, settled } = await askIn(() => {});
    window.contents.isStuck = true;
    void asker.ask({ questions: [{ question: "And this?", type: "confirm" }] });
    await settled();
    expect(bridge.connected).toBe(1);
    clock.advance(5_000);
    expect(bridge.connected).toBe(0);
    expect(heard).toEqual(["on screen", "lost"]);
    // It is told how things stand until it says that it knows.
    window.contents.isStuck = false;
    clock.advance(5_000);
    await settled();
    expect(bridge.connected).toBe(1);
    expect(heard).toEqual(["on screen", "lost", "on screen"]);
  });

  it("not for a window that shows it while another one does", async () => {
    const { heard, open, openPage, window, settled } = await askIn(() => {});
    const other = open();
    openPage(other);
    await settled();
    other.minimize();
    await settled();
    expect(heard).toEqual(["on screen"]);
    window.minimize();
    await settled();
    expect(heard).toEqual(["on screen", "lost"]);
  });
});
