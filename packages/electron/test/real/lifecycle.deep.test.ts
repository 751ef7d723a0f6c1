import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  findElectron,
  installDisplay,
  NO_ELECTRON,
  type RealElectron,
  startElectron,
} from "../support/real-electron.mjs";

const electron = findElectron();
if (!electron) console.warn(NO_ELECTRON);

describe.skipIf(!electron)("in a real Electron", () => {
  let app: RealElectron;
  beforeAll(async () => {
    await installDisplay();
    app = await startElectron(electron as string);
  });
  afterAll(() => app?.stop());
  afterEach(() => app.run((world) => world.reset()));

  /** Windows that are connected, and a question that is on screen in them. */
  async function asked(windows = 1): Promise<void> {
    await app.run(async (world, count) => {
      for (let at = 0; at < count; at += 1) await world.open({ x: 50 + 550 * at });
      world.start(60_000);
    }, windows);
    await app.until((world, count) => world.bridge.connected === count, windows);
    await app.run((world) => void world.ask());
    await app.until((world) => world.handle.state === "on_screen");
  }

  /** A person chooses and sends, in the window of that number. */
  const answer = (window: number, choice: string) =>
    app.until(
      ({ windows }, arg) =>
        windows[arg.window]?.webContents.executeJavaScript(`(() => {
          const { shadowRoot } = document.querySelector("readback-questions");
          const button = shadowRoot.querySelector("[part~=send]");
          const choice = [...shadowRoot.querySelectorAll("label")]
            .find((one) => one.textContent.trim().startsWith("${arg.choice}"));
          // A question that has just come takes no click yet.
          if (!choice || !button || button.disabled) return false;
          choice.click();
          button.click();
          return true;
        })()`),
      { window, choice },
    );

  const result = () =>
    app.run(async (world) => {
      const { outcome, attempt, answers } = await world.handle.result;
      return { outcome, attempt, values: answers[0]?.values };
    });

  it("the person answers, and the answer is given once", async () => {
    await asked();
    await answer(0, "Yes");
    expect(await result()).toEqual({ outcome: "answered", attempt: 1, values: ["yes"] });
    await app.until(({ windows: [window] }) =>
      window?.webContents.executeJavaScript(
        `document.querySelector("readback-questions").shadowRoot.textContent.includes("Sent")`,
      ),
    );
    expect(await app.run((world) => world.heard)).toEqual(["on screen", "answer"]);
  });

  it("after a reload the question comes again, and is answered", async () => {
    await asked();
    await app.run((world) => world.windows[0]?.webContents.reload());
    await app.until((world) => world.heard.includes("lost"));
    await app.until((world) => world.handle.state === "on_screen");
    await answer(0, "Yes");
    expect(await result()).toEqual({ outcome: "answered", attempt: 1, values: ["yes"] });
  });

  it("after a crash of the renderer, too", async () => {
    await asked();
    await app.run((world) => world.windows[0]?.webContents.forcefullyCrashRenderer());
    await app.until((world) => world.heard.includes("lost"));
    expect(await app.run((world) => world.handle.state)).toBe("presenting");
    await app.run((world) => world.windows[0]?.webContents.reload());
    await app.until((world) => world.handle.state === "on_screen");
    await answer(0, "No");
    expect(await result()).toMatchObject({ outcome: "answered", values: ["no"] });
  });

  it("after a navigation to another page and back; the other page is not let in", async () => {
    await asked();
    const said = await app.run(async ({ windows: [window] }) => {
      await window?.loadURL("data:text/html,elsewhere");
      const nonce = "0".repeat(32);
      return window?.webContents.executeJavaScript(
        `window.readback.connect(() => {}).then((reply) => reply.error.code + ${nonce.length})`,
      );
    });
    expect(said).toBe("wrong_sender32");
    expect(await app.run((world) => world.handle.state)).toBe("presenting");
    await app.run((world) => world.windows[0]?.loadURL(world.page));
    await app.until((world) => world.handle.state === "on_screen");
  });

  it("after a load that failed; one that was stopped takes nothing off the screen", async () => {
    await asked();
    await app.run(async ({ windows: [window] }) => {
      window?.webContents.reload();
      window?.webContents.stop();
      // What the stopped load would have led to, it has led to by now.
      await window?.webContents.executeJavaScript("new Promise(requestAnimationFrame)");
    });
    expect(await app.run((world) => world.heard)).toEqual(["on screen"]);
    await app.run(({ windows: [window] }) =>
      window?.loadURL("file:///nowhere.html").catch(() => {}),
    );
    await app.until((world) => world.heard.includes("lost"));
    expect(await app.run((world) => world.handle.state)).toBe("presenting");
    await app.run((world) => world.windows[0]?.loadURL(world.page));
    await app.until((world) => world.handle.state === "on_screen");
    await answer(0, "Yes");
    expect(await result()).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("a window that is closed is no answer; the next window shows the question", async () => {
    await asked();
    await app.run((world) => world.windows[0]?.close());
    await app.until((world) => world.heard.includes("lost"));
    expect(await app.run((world) => world.handle.state)).toBe("presenting");
    await app.run(async (world) => void (await world.open()));
    await app.until((world) => world.handle.state === "on_screen");
    await answer(0, "Yes");
    expect(await result()).toMatchObject({ outcome: "answered" });
    expect(await app.run((world) => world.heard)).not.toContain("cancelled");
  });

  it("of a closed window the question is on screen in the other, and without any the next one ends", async () => {
    await asked(2);
    await app.until(({ windows }) =>
      windows[1]?.webContents.executeJavaScript(
        `document.querySelector("readback-questions").unanswered === 1`,
      ),
    );
    await app.run((world) => world.windows[0]?.close());
    await app.until((world) => world.windows.length === 1 && world.handle.state === "on_screen");
    await app.run((world) => world.windows[0]?.close());
    await app.until((world) => world.windows.length === 0);
    expect(await app.run(async (world) => (await world.ask("Anyone?").result).outcome)).toBe(
      "no_surface",
    );
  });

  it("of two windows that answer, one is told that the other did", async () => {
    await asked(2);
    await answer(0, "Yes");
    expect(await result()).toMatchObject({ outcome: "answered", values: ["yes"] });
    await app.until(({ windows: [, other] }) =>
      other?.webContents.executeJavaScript(
        `document.querySelector("readback-questions").shadowRoot.textContent.includes("answered elsewhere")`,
      ),
    );
  });

  it("a page gets two functions of Electron, and nothing else of it", async () => {
    await asked();
    const found = await app.run(({ windows: [window] }) =>
      window?.webContents.executeJavaScript(`[
        Object.keys(window.readback).sort(), typeof require, typeof process, Object.isFrozen(window.readback),
      ]`),
    );
    expect(found).toEqual([["connect", "say"], "undefined", "undefined", true]);
  });

  it("a frame in the page is not let in, though it has the page's address and its preload script", async () => {
    await app.run(async (world) => {
      await world.open({ webPreferences: { nodeIntegrationInSubFrames: true } });
      world.start(60_000);
    });
    await app.until((world) => world.bridge.connected === 1);
    await app.run((world) => void world.ask());
    await app.until((world) => world.handle.state === "on_screen");
    const said = await app.run(async ({ windows: [window], page, handle }) => {
      const contents = window?.webContents;
      await contents?.executeJavaScript(`new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.onload = resolve;
        frame.src = ${JSON.stringify(page)};
        document.body.append(frame);
      })`);
      const answer = {
        type: "answer",
        requestId: handle.requestId,
        answers: [{ id: "go", values: ["yes"] }],
      };
      return contents?.mainFrame.frames[0]?.executeJavaScript(`(async () => {
        const replies = [
          await window.readback.connect(() => {}),
          await window.readback.say(${JSON.stringify(answer)}),
        ];
        return [location.href, ...replies.map(({ error }) => error?.code)];
      })()`);
    });
    const page = await app.run((world) => world.page);
    expect(said).toEqual([page, "wrong_sender", "wrong_sender"]);
    expect(await app.run((world) => [world.heard, world.handle.state])).toEqual([
      ["on screen"],
      "on_screen",
    ]);
    await answer(0, "No");
    expect(await result()).toMatchObject({ outcome: "answered", values: ["no"] });
  });

  it.for(["by the page, which has just sent it", "by the app, which has just heard it"])(
    "an answer is given once when the page is reloaded %s",
    async (who) => {
      await asked();
      await app.run((world, isPage) => {
        const contents = world.windows[0]?.webContents;
        if (!isPage) world.bridge.onAnswer(() => contents?.reload());
        // Behind the listener of the element, which sends.
        else
          return contents?.executeJavaScript(
            `document.querySelector("readback-questions").addEventListener("click", (event) => {
               if (event.composedPath()[0].matches("[part~=send]")) location.reload();
             }); 0`,
          );
      }, who.startsWith("by the page"));
      await answer(0, "Yes");
      expect(await result()).toEqual({ outcome: "answered", attempt: 1, values: ["yes"] });
      // The page that came after it is told that there is nothing to answer any more.
      await app.until(
        ({ windows: [window], bridge }) =>
          bridge.connected === 1 &&
          window?.webContents.executeJavaScript(
            `performance.getEntriesByType("navigation")[0].type === "reload" &&
              document.querySelector("readback-questions").unanswered === 0`,
          ),
      );
      expect(await app.run((world) => world.errors)).toEqual([]);
    },
  );

  it("nothing listens to a window that was closed, though the app still holds it", async () => {
    await asked(2);
    const left = await app.run(async ({ windows: [window] }) => {
      if (!window) return ["no window"];
      const contents = window.webContents;
      const count = () => ({
        window: ["show", "hide", "minimize", "restore", "move", "resize", "closed"].map((name) =>
          window.listenerCount(name),
        ),
        contents: ["did-start-navigation", "did-navigate", "render-process-gone"].map((name) =>
          contents.listenerCount(name),
        ),
      });
      const before = count();
      await new Promise<void>((resolve) => {
        window.once("closed", () => resolve());
        window.close();
      });
      const after = count();
      return Object.fromEntries(
        (["window", "contents"] as const).map((what) => [
          what,
          before[what].map((had, nth) => had - (after[what][nth] ?? 0)),
        ]),
      );
    });
    // One each of the bridge; `closed` has one of this app, too, and Electron has its own.
    expect(left).toEqual({ window: [1, 1, 1, 1, 1, 1, 1], contents: [1, 1, 1] });
    expect(await app.run((world) => world.handle.state)).toBe("on_screen");
  });

  it("an unsafe window is refused, with the preference named", async () => {
    const refused = await app.run(async (world) => {
      await world.open({ webPreferences: { contextIsolation: false, sandbox: false } });
      try {
        world.start(1_000);
        return "taken";
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(refused).toContain("webPreferences.contextIsolation: must be true");
    expect(refused).toContain("webPreferences.sandbox: must be true");
  });
});
