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

  it("with another window the question stays on screen, and without any the next one ends", async () => {
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

  it("a page gets two functions of Electron, and no frame in it gets an answer", async () => {
    await asked();
    const found = await app.run(({ windows: [window] }) =>
      window?.webContents.executeJavaScript(`[
        Object.keys(window.readback).sort(), typeof require, typeof process, Object.isFrozen(window.readback),
      ]`),
    );
    expect(found).toEqual([["connect", "say"], "undefined", "undefined", true]);
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
