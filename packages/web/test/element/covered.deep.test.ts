import type { Frame, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { elementPage, framedPage, toldBy, untilTold } from "../support/element-page.js";

const browser = useBrowser();
const ELEMENT = "<readback-questions></readback-questions>";
const COVER = "position: fixed; inset: 0; background: white; z-index: 9";
const FRAMES = {
  "the same site": "/element",
  "another site": "http://localhost:9/element",
};

async function ask(page: Page | Frame): Promise<void> {
  await page.evaluate(
    async (it) => {
      window.harness.send(it);
      await window.harness.frames(20);
    },
    request([{ question: "May I delete the production database?" }]),
  );
}

describe("a question that is covered is not confirmed until it is free", () => {
  it.each([
    ["a box", COVER],
    ["a box that lets clicks through", `${COVER}; pointer-events: none`],
    ["a box over its middle", `${COVER}; inset: auto; left: 0; top: 0; width: 100%; height: 40px`],
  ])("by %s", async (_, style) => {
    const page = await elementPage(browser, `${ELEMENT}<div id="cover" style="${style}"></div>`);
    await ask(page);
    expect(await toldBy(page)).toEqual([]);
    await page.evaluate(() => document.querySelector("#cover")?.remove());
    await untilTold(page, "rendered");
  });

  it("by a modal dialog of the app", async () => {
    const page = await elementPage(
      browser,
      `${ELEMENT}<dialog style="width: 100vw; height: 100vh; max-width: none; max-height: none"></dialog>`,
    );
    await page.evaluate(() => document.querySelector("dialog")?.showModal());
    await ask(page);
    expect(await toldBy(page)).toEqual([]);
    await page.evaluate(() => document.querySelector("dialog")?.close());
    await untilTold(page, "rendered");
  });

  it("by a box over a panel that is drawn with an effect, as far as a click would hit the box", async () => {
    const page = await elementPage(
      browser,
      `<div style="opacity: .99">${ELEMENT}</div><div id="cover" style="${COVER}"></div>`,
    );
    await ask(page);
    expect(await toldBy(page)).toEqual([]);
    await page.evaluate(() => document.querySelector("#cover")?.remove());
    await untilTold(page, "rendered");
  });
});

it("a question that is inert, and can be read, is confirmed", async () => {
  const page = await elementPage(browser, `<div inert>${ELEMENT}</div>`);
  await ask(page);
  await untilTold(page, "rendered");
});

describe.each(Object.entries(FRAMES))("in a frame of %s", (_, src) => {
  it.each([
    ["opacity: 0", "opacity: 0", ""],
    ["opacity: .01", "opacity: .01", ""],
    ["a box over it", "", `<p style="${COVER}"></p>`],
    ["a box that lets clicks through", "", `<p style="${COVER}; pointer-events: none"></p>`],
    [
      "a box over a part of the line",
      "",
      `<p style="${COVER}; inset: 0 auto 0 0; width: 90px"></p>`,
    ],
    ["scale(.02)", "transform: scale(.02)", ""],
    ["blur", "filter: blur(20px)", ""],
    // The browser's word is no here, too: decided so, for nobody else can tell these from the ones above.
    ["opacity: .99", "opacity: .99", ""],
    ["scale(.95)", "transform: scale(.95)", ""],
    ["drop-shadow", "filter: drop-shadow(0 0 2px #000)", ""],
  ])("is not confirmed while the page around it puts this on it: %s", async (_, style, more) => {
    const around = `<div style="${style}"><iframe src="${src}" width="600" height="400"></iframe></div>${more}`;
    const [page, frame] = await framedPage(browser, around);
    await ask(frame);
    expect(await toldBy(frame)).toEqual([]);
    await page.evaluate(() => {
      document.querySelector("p")?.remove();
      document.querySelector("div")?.removeAttribute("style");
    });
    await untilTold(frame, "rendered");
  });

  it.each([
    ["is below the fold", "margin-top: 3000px"],
    ["is not displayed", "display: none"],
    ["is hidden", "visibility: hidden"],
    ["is clipped away", "clip-path: inset(0 0 100% 0)"],
    ["is beside the window", "position: absolute; left: -5000px"],
    ["is skipped by the browser", "content-visibility: hidden; height: 400px"],
    ["has no height", "height: 0; overflow: hidden"],
    ["is in closed details", null],
  ])("is not confirmed while that %s, until it is over", async (_, style) => {
    const [page, frame] = await framedPage(
      browser,
      `<details open><div><iframe src="${src}" width="600" height="400"></iframe></div></details>`,
    );
    await page.evaluate((css) => {
      if (css === null) document.querySelector("details")?.removeAttribute("open");
      else document.querySelector("div")?.setAttribute("style", css);
    }, style);
    await frame.evaluate((it) => window.harness.send(it), request([{ question: "Ready?" }]));
    // A frame that nobody sees may draw nothing itself.
    await page.evaluate(async () => {
      for (let drawn = 0; drawn < 20; drawn += 1) await new Promise(requestAnimationFrame);
    });
    expect(await toldBy(frame)).toEqual([]);
    await page.evaluate(() => {
      document.querySelector("details")?.setAttribute("open", "");
      document.querySelector("div")?.removeAttribute("style");
    });
    await untilTold(frame, "rendered");
  });

  it.each([
    ["shadow and radius", "box-shadow: 0 4px 24px #0006; border-radius: 16px; overflow: hidden"],
    ["a finished fade-in", "animation: fade .1s forwards"],
    ["a finished slide", "transition: transform .1s; transform: translateY(8px)"],
    ["will-change", "will-change: transform, opacity"],
    ["contain", "contain: strict; width: 620px; height: 420px"],
  ])("is confirmed inside of what hosts draw around their views: %s", async (_, style) => {
    const [, frame] = await framedPage(
      browser,
      `<style>@keyframes fade { from { opacity: 0 } to { opacity: 1 } }</style><div style="${style}"><iframe src="${src}" width="600" height="400" style="border: 0"></iframe></div>`,
    );
    await ask(frame);
    await untilTold(frame, "rendered");
  });
});

describe("a confirmation says whose word it is", () => {
  it.each([
    ["browser", "of the browser itself"],
    ["styles", "of place and styles, in a browser that says nothing of what lies over a page"],
  ])("%s: that %s", async (visibility) => {
    const page = await elementPage(browser, ELEMENT);
    await page.evaluate((isOther) => {
      const { prototype } = IntersectionObserverEntry as { prototype: { isVisible?: boolean } };
      if (isOther) Reflect.deleteProperty(prototype, "isVisible");
      document.addEventListener("readback-rendered", ({ detail }: CustomEventInit) => {
        document.title = detail.visibility;
      });
    }, visibility === "styles");
    await ask(page);
    await untilTold(page, "rendered");
    expect(await page.title()).toBe(visibility);
  });
});
