import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  findElectron,
  installDisplay,
  NO_ELECTRON,
  type RealElectron,
  startElectron,
} from "../support/real-electron.mjs";
import type { World } from "./driver.js";

const electron = findElectron();
if (!electron) console.warn(NO_ELECTRON);

/** What both sides say of the first window, each by itself. */
const says = async ({ windows: [window] }: World) => ({
  page: await window?.webContents.executeJavaScript("document.visibilityState"),
  main: window?.isVisible(),
});

/** Long enough for a page that would confirm to do so. */
const UNSEEN = 4_000;
const SEEN = 60_000;

describe.skipIf(!electron)("in a real window", () => {
  let app: RealElectron;
  beforeAll(async () => {
    await installDisplay();
    app = await startElectron(electron as string);
  });
  afterAll(() => app?.stop());
  afterEach(() => app.run((world) => world.reset()));

  /** Opens a shown window and makes it connect. */
  async function ready(renderTimeout: number, show = true): Promise<void> {
    await app.run(
      async (world, arg) => {
        await world.open({ show: arg.show });
        world.start(arg.renderTimeout);
      },
      { renderTimeout, show },
    );
    await app.until((world) => world.bridge.connected === 1);
  }

  /** Asks, and returns what became of it. */
  const outcome = () => app.run(async (world) => (await world.ask().result).outcome);

  it("that is shown, a question is on screen", async () => {
    await ready(SEEN);
    await app.run((world) => void world.ask());
    await app.until((world) => world.heard.includes("on screen"));
    expect(await app.run(says)).toEqual({ page: "visible", main: true });
    expect(await app.run((world) => world.handle.state)).toBe("on_screen");
    expect(await app.run((world) => world.errors)).toEqual([]);
  });

  it("that was never shown, it is not: the page says visible; shown, it is", async () => {
    await ready(UNSEEN, false);
    expect(await outcome()).toBe("not_rendered");
    expect(await app.run(says)).toEqual({ page: "visible", main: false });
    expect(await app.run((world) => world.heard)).toEqual([]);
    await app.run((world, renderTimeout) => {
      world.ask("And now?", renderTimeout);
      world.windows[0]?.show();
    }, SEEN);
    await app.until((world) => world.heard.includes("on screen"));
  });

  it("that is hidden, it is not", async () => {
    await ready(UNSEEN);
    await app.run((world) => world.windows[0]?.hide());
    expect(await outcome()).toBe("not_rendered");
    expect(await app.run(says)).toEqual({ page: "hidden", main: false });
  });

  it("that is minimised, it is not", async () => {
    await ready(UNSEEN);
    await app.run((world) => world.windows[0]?.minimize());
    await app.until((world) => world.windows[0]?.isMinimized());
    expect(await outcome()).toBe("not_rendered");
    expect((await app.run(says)).page).toBe("hidden");
  });

  it("that is fully covered, it is not: the window says visible", async () => {
    await ready(UNSEEN);
    await app.run(async (world) => {
      const cover = new world.BrowserWindow({ width: 900, height: 850, x: 0, y: 0 });
      (world as { cover?: unknown }).cover = cover;
      await cover.loadURL("data:text/html,<body style='background:%23335'>");
      cover.moveTop();
    });
    await app.until(async ({ windows: [window] }) => {
      const state = await window?.webContents.executeJavaScript("document.visibilityState");
      return state === "hidden";
    });
    expect(await outcome()).toBe("not_rendered");
    expect(await app.run(says)).toEqual({ page: "hidden", main: true });
    await app.run((world) => (world as { cover?: { destroy(): void } }).cover?.destroy());
  });

  it("that is told to be transparent: not where it becomes so, and on Linux it does not", async () => {
    await ready(UNSEEN);
    const opacity = await app.run(({ windows: [window] }) => {
      window?.setOpacity(0);
      return window?.getOpacity();
    });
    // The fake plays the other systems: there both sides say visible, and the question is not on screen.
    expect(opacity).toBe(process.platform === "linux" ? 1 : 0);
    if (opacity === 0) expect(await outcome()).toBe("not_rendered");
    else {
      await app.run((world, renderTimeout) => void world.ask("Seen?", renderTimeout), SEEN);
      await app.until((world) => world.heard.includes("on screen"));
    }
  });

  it("that is off the screen, it is not: both say visible", async () => {
    await ready(UNSEEN);
    // A window manager that still places the window moves it back.
    await app.until(({ windows: [window] }) => {
      window?.setPosition(5_000, 5_000);
      return (window?.getBounds().x ?? 0) > 1_280;
    });
    expect(await outcome()).toBe("not_rendered");
    expect(await app.run(says)).toEqual({ page: "visible", main: true });
  });

  it("that is hidden without background throttling, it is not: the page says visible", async () => {
    await app.run(async (world, renderTimeout) => {
      await world.open({ webPreferences: { backgroundThrottling: false } });
      world.start(renderTimeout);
      world.windows[0]?.hide();
    }, UNSEEN);
    await app.until((world) => world.bridge.connected === 1);
    expect(await outcome()).toBe("not_rendered");
    expect(await app.run(says)).toEqual({ page: "visible", main: false });
  });

  it.for<[string, (world: World) => unknown, (world: World) => unknown]>([
    ["minimised", ({ windows: [w] }) => w?.minimize(), ({ windows: [w] }) => w?.restore()],
    ["hidden", ({ windows: [w] }) => w?.hide(), ({ windows: [w] }) => w?.show()],
    [
      "off the screen",
      ({ windows: [w] }) => w?.setPosition(5_000, 5_000),
      ({ windows: [w] }) => w?.setPosition(50, 50),
    ],
    [
      "fully covered",
      async ({ BrowserWindow }) => {
        const cover = new BrowserWindow({ width: 900, height: 850, x: 0, y: 0, title: "cover" });
        await cover.loadURL("data:text/html,<title>cover</title><body style='background:%23335'>");
        cover.moveTop();
      },
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((one) => one.getTitle() === "cover")
          ?.destroy(),
    ],
  ])("that becomes %s, it is on screen no more; and then again", async ([, lose, find]) => {
    await ready(SEEN);
    await app.run((world) => void world.ask());
    await app.until((world) => world.heard.includes("on screen"));
    await app.run(lose);
    await app.until((world) => world.heard.includes("lost"));
    expect(await app.run((world) => world.handle.state)).toBe("presenting");
    await app.run(find);
    await app.until((world) => world.handle.state === "on_screen");
    expect(await app.run((world) => world.heard)).toEqual(["on screen", "lost", "on screen"]);
  });

  it("that is hidden, the person is called to it: it is shown, has the focus, and the question is on screen", async () => {
    await app.run(async (world, renderTimeout) => {
      await world.open({ show: false });
      world.start(renderTimeout, { window: "show", notification: true, badge: true });
    }, SEEN);
    await app.until((world) => world.bridge.connected === 1);
    await app.run((world) => void world.ask());
    await app.until((world) => world.handle.state === "on_screen");
    await app.until(({ windows: [window] }) => window?.isVisible() && window.isFocused());
    // Without a desktop nobody sees the notification and the badge; here it counts that neither throws.
    expect(await app.run((world) => world.errors)).toEqual([]);
  });

  it("whose panel the app closes, it is on screen no more", async () => {
    await ready(SEEN);
    await app.run((world) => void world.ask());
    await app.until((world) => world.heard.includes("on screen"));
    const style = (display: string) =>
      app.run(
        (world, code) => world.windows[0]?.webContents.executeJavaScript(code),
        `document.querySelector("readback-questions").style.display = "${display}"`,
      );
    await style("none");
    await app.until((world) => world.heard.includes("lost"));
    await style("");
    await app.until((world) => world.handle.state === "on_screen");
  });
});
