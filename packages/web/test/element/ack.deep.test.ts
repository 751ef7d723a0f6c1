import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { elementPage, framedPage, toldBy, untilTold } from "../support/element-page.js";

const browser = useBrowser();
const around = (style: string) =>
  `<style>${style}</style><div id="around"><readback-questions></readback-questions></div>`;

describe("the render acknowledgement", () => {
  it("comes once, for a question a person can see", async () => {
    const page = await elementPage(browser);
    const asked = request([{ question: "Ready?" }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await untilTold(page, "rendered");
    // Drawn again, told again, moved to another place: still the same presentation.
    await page.evaluate(async (it) => {
      const { element, frames, send } = window.harness;
      send(it);
      element.remove();
      document.body.append(element);
      element.labels = { send: "Go" };
      await frames(10);
    }, asked);
    expect(await toldBy(page)).toEqual([["rendered", asked.requestId]]);
  });

  it("comes after a frame with the question was painted, not before", async () => {
    const page = await elementPage(browser);
    const frames = await page.evaluate(
      async (it) => {
        const { element, told, send } = window.harness;
        let drawn = 0;
        const count = () => {
          drawn += 1;
          if (told.length === 0) requestAnimationFrame(count);
        };
        requestAnimationFrame(count);
        const seen = new Promise<number>((resolve) => {
          element.addEventListener("readback-rendered", () => resolve(drawn));
        });
        send(it);
        return seen;
      },
      request([{}]),
    );
    // Laid out and painted in the first; the second begins once that is done, and is looked at again.
    expect(frames).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ["hidden", "opacity: 0"],
    ["moved away", "position: absolute; left: -5000px"],
    ["clipped", "height: 2px; overflow: hidden"],
    ["taken out", "display: none"],
  ])("does not come for a question that is %s as soon as it was painted", async (_, style) => {
    const page = await elementPage(browser, around(""));
    await page.evaluate(
      async ({ it, style }) => {
        const { send, frames } = window.harness;
        const box = document.querySelector<HTMLElement>("#around");
        send(it);
        // The first frame has the question; in the next one, before anybody is told, it is gone.
        requestAnimationFrame(() => requestAnimationFrame(() => box?.setAttribute("style", style)));
        await frames(20);
      },
      { it: request([{}]), style },
    );
    expect(await toldBy(page)).toEqual([]);
  });

  it.each([
    ["a collapsed panel (display: none)", "#around { display: none }"],
    ["visibility: hidden", "#around { visibility: hidden }"],
    ["opacity: 0", "#around { opacity: 0 }"],
    ["content-visibility: hidden", "#around { content-visibility: hidden; height: 200px }"],
    ["a box without size", "#around { height: 0; overflow: hidden }"],
    ["a scroller that clips it", "#around { height: 2px; overflow: auto }"],
    ["a place far off the screen", "#around { position: absolute; left: -5000px }"],
  ])("does not come from %s, and comes once that ends", async (_, style) => {
    const page = await elementPage(browser, around(style));
    const asked = request([{ question: "Ready?" }]);
    await page.evaluate(async (it) => {
      window.harness.send(it);
      await window.harness.frames(20);
    }, asked);
    expect(await toldBy(page)).toEqual([]);
    await page.evaluate(() => document.querySelector("style")?.remove());
    await untilTold(page, "rendered");
    expect(await toldBy(page)).toEqual([["rendered", asked.requestId]]);
  });

  it.each(["visibility: hidden", "opacity: 0"])(
    "does not come from a frame that the page around it hides: %s",
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

  it("comes from a row of flexible boxes, in which nothing gives the element a width", async () => {
    const page = await elementPage(browser, around("#around { display: flex }"));
    await page.evaluate((it) => window.harness.send(it), request([{}]));
    await untilTold(page, "rendered");
  });

  it("comes when the person scrolls to the question", async () => {
    const page = await elementPage(browser, around("#around { margin: 3000px 0 }"));
    await page.evaluate(
      (it) => {
        // Somebody works elsewhere: the question must not jump into view by taking the focus.
        const field = document.createElement("input");
        document.body.prepend(field);
        field.focus();
        window.harness.send(it);
      },
      request([{}]),
    );
    await page.evaluate(() => window.harness.frames(20));
    expect(await toldBy(page)).toEqual([]);
    await page.mouse.wheel(0, 2_900);
    await untilTold(page, "rendered");
  });

  it("does not come from an element that is not in the document", async () => {
    const page = await elementPage(browser);
    await page.evaluate(
      async (it) => {
        const { element, send, frames } = window.harness;
        element.remove();
        send(it);
        await frames(20);
      },
      request([{}]),
    );
    expect(await toldBy(page)).toEqual([]);
    await page.evaluate(() => document.body.append(window.harness.element));
    await untilTold(page, "rendered");
  });

  it("does not come while the element is told not to show anything", async () => {
    const page = await elementPage(browser, "<readback-questions paused></readback-questions>");
    await page.evaluate(
      async (it) => {
        window.harness.send(it);
        await window.harness.frames(20);
      },
      request([{ question: "Ready?" }]),
    );
    expect(await toldBy(page)).toEqual([]);
    expect(await page.getByText("Ready?").isVisible()).toBe(false);
    await page.evaluate(() => {
      window.harness.element.paused = false;
    });
    await untilTold(page, "rendered");
    expect(await page.getByText("Ready?").first().isVisible()).toBe(true);
  });

  it("does not come from a script that crashed while drawing", async () => {
    const page = await elementPage(browser);
    const failed = await page.evaluate(
      async (it) => {
        const broken = { ...it, questions: [{ ...it.questions[0], options: null }] };
        try {
          window.harness.send(broken as never);
          return "drawn";
        } catch {
          await window.harness.frames(20);
          return "failed";
        }
      },
      request([{ type: "select" }]),
    );
    expect(failed).toBe("failed");
    expect(await toldBy(page)).toEqual([]);
  });

  it("comes again for a retry, which is another presentation", async () => {
    const page = await elementPage(browser);
    const first = request([{ question: "Ready?" }]);
    const second = { ...first, requestId: "retry.2", attempt: 2, notice: "Shown again." };
    await page.evaluate((it) => window.harness.send(it), first);
    await untilTold(page, "rendered");
    await page.evaluate((it) => window.harness.send(it), second);
    await untilTold(page, "rendered", 2);
    expect(await toldBy(page)).toEqual([
      ["rendered", first.requestId],
      ["rendered", "retry.2"],
    ]);
    await page.locator("[part~=notice]", { hasText: "Shown again." }).waitFor();
  });
});

describe("activity", () => {
  it("is reported at the first sign, and then at most every two seconds", async () => {
    const page = await elementPage(browser);
    const asked = request([{ question: "Ready?" }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await untilTold(page, "rendered");
    const began = Date.now();
    await page.getByRole("textbox").pressSequentially("a lot of typing");
    await page.mouse.move(300, 100);
    const told = await toldBy(page);
    const most = 1 + Math.floor((Date.now() - began) / 2_000);
    const count = told.filter(([name]) => name === "activity").length;
    expect(count).toBeGreaterThanOrEqual(1);
    expect(count).toBeLessThanOrEqual(most);
    expect(told.at(-1)).toEqual(["activity", asked.requestId]);
  });

  it("is not made by a script, nor by what happens outside", async () => {
    const page = await elementPage(browser, "<input><readback-questions></readback-questions>");
    await page.evaluate(
      async (it) => {
        const { element, send, frames } = window.harness;
        send(it);
        await frames(5);
        const field = element.shadowRoot?.querySelector("textarea");
        field?.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      },
      request([{}]),
    );
    await untilTold(page, "rendered");
    await page.locator("input").fill("elsewhere");
    expect((await toldBy(page)).filter(([name]) => name === "activity")).toEqual([]);
  });
});
