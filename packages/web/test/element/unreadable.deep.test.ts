import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { elementPage, framedPage, toldBy, untilTold } from "../support/element-page.js";

const browser = useBrowser();
const around = (style: string) =>
  `<style>${style}</style><div id="outer"><div id="around"><readback-questions></readback-questions></div></div>`;

/** A page with the question in it that has drawn enough frames for a confirmation. */
async function asked(style: string) {
  const page = await elementPage(browser, around(style));
  const it = request([{ question: "May I delete the production database?" }]);
  await page.evaluate(async (sent) => {
    window.harness.send(sent);
    await window.harness.frames(20);
  }, it);
  return { page, rendered: ["rendered", it.requestId] };
}

describe("a question that nobody can read is not confirmed", () => {
  it.each([
    ["opacity: .001", "#around { opacity: .001 }"],
    ["opacities that add up", "#around, #outer, readback-questions { opacity: .4 }"],
    ["filter: opacity(1%)", "#around { filter: opacity(1%) }"],
    ["filter: opacity(.000001)", "#around { filter: opacity(.000001) }"],
    ["filter: blur(20px)", "#around { filter: blur(20px) }"],
    ["filter: brightness(0)", "#around { filter: brightness(0) }"],
    ["filter: contrast(0)", "#around { filter: contrast(0) }"],
    [
      "a filter that is an image",
      '#around { filter: url(\'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"><feFlood flood-opacity="0"/></filter></svg>#f\') }',
    ],
    ["a mask without an opaque part", "#around { mask: linear-gradient(#0000, #0000) }"],
    [
      "a mask that is an image",
      "#around { mask: url('data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"/>') }",
    ],
    ["a mask without size", "#around { mask: linear-gradient(#000, #000) 0 0 / 0 0 no-repeat }"],
    ["zoom: .01", "#around { zoom: .01 }"],
    ["transform: scale(.05)", "#around { transform: scale(.05) }"],
    ["transform: scaleX(.01)", "#around { transform: scaleX(.01) }"],
    ["transform: rotateY(89.5deg)", "#around { transform: rotateY(89.5deg) }"],
    ["scale: .1", "#around { scale: .1 }"],
    ["rotate: x 89.5deg", "#around { rotate: x 89.5deg }"],
    ["transparent text", "readback-questions::part(question) { color: transparent }"],
    [
      "text with a millionth of its colour",
      "readback-questions { --readback-text: color(srgb 0 0 0 / .000001) }",
    ],
    ["nearly transparent text", "readback-questions { --readback-text: rgb(0 0 0 / 2%) }"],
    ["a colour of another notation", "readback-questions { --readback-text: oklch(0 0 0 / .02) }"],
    [
      "a transparent fill",
      "readback-questions::part(question) { -webkit-text-fill-color: transparent }",
    ],
    [
      "text as its background",
      "readback-questions { --readback-text: #fff; --readback-surface: #fff }",
    ],
    ["text-indent", "readback-questions::part(question) { text-indent: -9999px }"],
    ["font-size: 0", "readback-questions::part(question) { font-size: 0; height: 40px }"],
    ["font-size: 1px", "readback-questions::part(question) { font-size: 1px; height: 40px }"],
    [
      "letters over each other",
      "readback-questions::part(question) { letter-spacing: -1em; height: 40px }",
    ],
    [
      "a box as low as a hair",
      "readback-questions::part(question) { height: 1px; overflow: hidden }",
    ],
    ["clip-path", "#around { clip-path: inset(50%) }"],
    ["clip-path: circle(0)", "#around { clip-path: circle(0) }"],
    ["clip", "#around { position: absolute; clip: rect(0 0 0 0) }"],
  ])("%s", async (_, style) => {
    const { page, rendered } = await asked(style);
    expect(await toldBy(page)).toEqual([]);
    // The same question is confirmed once a person can read it.
    await page.evaluate(() => document.querySelector("style")?.remove());
    await untilTold(page, "rendered");
    expect(await toldBy(page)).toEqual([rendered]);
  });

  it.each(["opacity: .01", "zoom: .01", "transform: scale(.05)", "filter: blur(30px)"])(
    "in a frame that the page around it makes unreadable: %s",
    async (style) => {
      const [page, frame] = await framedPage(
        browser,
        `<div style="${style}"><iframe src="/element"></iframe></div>`,
      );
      await frame.evaluate(
        async (it) => {
          window.harness.send(it);
          await window.harness.frames(20);
        },
        request([{}]),
      );
      expect(await toldBy(frame)).toEqual([]);
      await page.evaluate(() => document.querySelector("div")?.removeAttribute("style"));
      await untilTold(frame, "rendered");
    },
  );

  it("in a closed shadow tree that hides what is slotted into it", async () => {
    const page = await elementPage(
      browser,
      `<div><template shadowrootmode="closed"><p style="opacity: 0"><slot></slot></p></template><readback-questions></readback-questions></div>`,
    );
    await page.evaluate(
      async (it) => {
        window.harness.send(it);
        await window.harness.frames(20);
      },
      request([{}]),
    );
    expect(await toldBy(page)).toEqual([]);
  });

  it("in a window that was moved off the screen", async () => {
    const page = await elementPage(browser);
    const devtools = await page.context().newCDPSession(page);
    const move = async (left: number) => {
      const { windowId } = await devtools.send("Browser.getWindowForTarget");
      await devtools.send("Browser.setWindowBounds", { windowId, bounds: { left, top: 0 } });
      await page.waitForFunction((x) => window.screenX === x, left);
    };
    await move(-5_000);
    await page.evaluate(
      async (it) => {
        window.harness.send(it);
        await window.harness.frames(20);
      },
      request([{}]),
    );
    expect(await toldBy(page)).toEqual([]);
    await move(10);
    await untilTold(page, "rendered");
  });
});

describe("a question that a person can read is confirmed", () => {
  it.each([
    ["opacity: .99", "#around { opacity: .99 }"],
    ["a panel that looks disabled", "#around { opacity: .5 }"],
    [
      "shadows and round corners",
      "#around { filter: drop-shadow(0 2px 8px #000); box-shadow: 0 0 9px red; border-radius: 30px; overflow: hidden }",
    ],
    [
      "colour filters",
      "#around { filter: grayscale(1) brightness(.9) contrast(1.2) saturate(2) hue-rotate(90deg) invert(1) sepia(.4) }",
    ],
    ["a backdrop filter", "#around { backdrop-filter: blur(20px) }"],
    ["scale(.95)", "#around { transform: scale(.95) }"],
    [
      "a card that is tilted and turned",
      "#around { transform: perspective(600px) rotateY(20deg) rotate(4deg) }",
    ],
    ["a quarter turn", "#around { width: 500px; transform: rotate(90deg) }"],
    ["zoom: .8", "#around { zoom: .8 }"],
    ["zoom: 2", "#around { zoom: 2 }"],
    [
      "edges that fade",
      "#around { mask: linear-gradient(transparent, black 10px, black calc(100% - 10px), transparent) }",
    ],
    [
      "letters filled with a gradient",
      "readback-questions::part(question) { color: transparent; background: linear-gradient(red, blue); background-clip: text }",
    ],
    ["a dark surface", "readback-questions { --readback-text: #fff; --readback-surface: #000 }"],
    [
      "colours of other notations",
      "readback-questions { --readback-text: oklch(.3 .05 250); --readback-surface: color(display-p3 .9 .9 1) }",
    ],
    [
      "a surface that lets the page through",
      "body { background: #222 } readback-questions { --readback-text: #fff; --readback-surface: transparent }",
    ],
    [
      "a fade-in",
      "@keyframes in { from { opacity: 0; transform: translateY(20px) scale(.5) } } #around { animation: in 100ms }",
    ],
    ["will-change", "#around { will-change: transform, opacity, filter }"],
    [
      "small text",
      "readback-questions { --readback-font: 10px sans-serif } readback-questions::part(question) { font-size: 10px }",
    ],
  ])("%s", async (_, style) => {
    const { page, rendered } = await asked(style);
    await untilTold(page, "rendered");
    expect(await toldBy(page)).toEqual([rendered]);
  });

  it.each([
    ["one letter", "?"],
    ["Arabic", "هل أحذف قاعدة البيانات؟"],
    ["conjuncts and accents", "क्षत्रिय स्त्री? Z̷͎̈́a̴̰̚l̶̞͝g̸̱̈o̵͇͝?"],
    ["an empty line first", "\n\nReady?"],
    ["a family", "👩‍👩‍👧‍👦"],
    ["a text longer than the screen", "Really? ".repeat(1_000)],
  ])("whatever it says: %s", async (_, question) => {
    const page = await elementPage(browser);
    await page.evaluate((it) => window.harness.send(it), request([{ question }]));
    await untilTold(page, "rendered");
  });

  it("a fade-in is confirmed once there is something to read, and not before", async () => {
    const page = await elementPage(
      browser,
      around(
        "@keyframes in { from { opacity: 0 } to { opacity: 0 } } #around { animation: in 3600s }",
      ),
    );
    await page.evaluate(
      async (it) => {
        window.harness.send(it);
        await window.harness.frames(20);
      },
      request([{}]),
    );
    expect(await toldBy(page)).toEqual([]);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await untilTold(page, "rendered");
  });

  it("a modal dialog is above what is faded around it", async () => {
    const page = await elementPage(
      browser,
      `<main style="opacity: .1; filter: blur(9px)"><dialog><readback-questions></readback-questions></dialog></main>`,
    );
    await page.evaluate(
      (it) => {
        document.querySelector("dialog")?.showModal();
        window.harness.send(it);
      },
      request([{}]),
    );
    await untilTold(page, "rendered");
  });
});
