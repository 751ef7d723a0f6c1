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

const OPTIONS = ["retry", "skip", "abort"];

describe.skipIf(!electron)(
  "a task that failed three times, in the window of a real Electron",
  () => {
    let app: RealElectron;
    beforeAll(async () => {
      await installDisplay();
      app = await startElectron(electron as string);
    });
    afterAll(() => app?.stop());
    afterEach(() => app.run((world) => world.reset()));

    /** A person answers the question that is open, with an option or in their own words. */
    const say = (text: string) =>
      app.until(
        ({ windows: [window] }, arg) =>
          window?.webContents.executeJavaScript(`(() => {
          const { shadowRoot } = document.querySelector("readback-questions");
          const card = shadowRoot.querySelector(".card[data-phase=open]");
          const send = card?.querySelector("[part~=send]");
          // A question that has just come takes no click yet.
          if (!send || send.disabled) return false;
          const radios = [...card.querySelectorAll("input[type=radio]")];
          radios.at(${arg.at}).click();
          const field = card.querySelector("textarea, input[type=text]");
          if (${arg.at} === -1) {
            if (!field) return false;
            field.value = ${JSON.stringify(arg.text)};
            field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
          }
          if (send.getAttribute("aria-disabled") === "true") return false;
          send.click();
          return true;
        })()`),
        { text, at: OPTIONS.indexOf(text) },
      );

    it.each([
      [["skip"], "skipped", 3],
      [["abort"], "aborted", 3],
      [["retry", "skip"], "skipped", 6],
      [["trim it", "abort"], "aborted", 4],
    ] as const)("ends as the person says there: %s", async (said, status, attempts) => {
      await app.run(async (world) => {
        await world.open();
        world.start(60_000);
      });
      await app.until((world) => world.bridge.connected === 1);
      await app.run((world) => world.verify());
      for (const [index, text] of said.entries()) {
        await app.until(
          (world, count) => world.heard.filter((one) => one === "on screen").length > count,
          index,
        );
        await say(text);
        await app.until(
          (world, count) => world.heard.filter((one) => one === "answer").length > count,
          index,
        );
      }
      const outcome = await app.run(async (world) => {
        const { status, attempts, cause } = await world.verified;
        return { status, attempts, cause };
      });
      expect(outcome).toEqual({ status, attempts, cause: "human" });
      const contexts = await app.run((world) => world.contexts);
      expect(contexts).toHaveLength(attempts);
      const isFix = !OPTIONS.includes(said[0]);
      expect((contexts[3] ?? "").includes("User provided fix: trim it")).toBe(isFix);
    });
  },
);
