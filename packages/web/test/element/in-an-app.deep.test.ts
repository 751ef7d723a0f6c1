import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { elementPage, toldBy, untilTold } from "../support/element-page.js";

const browser = useBrowser();

describe("set before the browser knows the element", () => {
  it("is taken over: texts and the pause", async () => {
    const page = await elementPage(browser);
    await page.evaluate(
      (it) => {
        const early = document.createElement("my-questions");
        Object.assign(early, { labels: { send: "Senden" } });
        document.body.append(early);
        const Element = window.harness.element.constructor as CustomElementConstructor;
        customElements.define("my-questions", class extends Element {});
        (early as typeof window.harness.element).sendQuestion(it);
      },
      request([{}]),
    );
    await page.getByRole("button", { name: "Senden" }).waitFor();
  });
});

describe("a question with an id that every object has", () => {
  it.each(["constructor", "toString", "__proto__"])("is shown and answered: %s", async (id) => {
    const page = await elementPage(browser);
    const options = [{ label: "Europe" }, { label: "Asia" }];
    const asked = request([{ id, type: "select", options }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("radio", { name: "Asia" }).check();
    // Typed before a reload, and kept.
    await page.reload();
    await page.waitForFunction(() => window.harness !== undefined);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("button", { name: "Send" }).click();
    expect((await toldBy(page)).find(([name]) => name === "answer")?.[2]).toEqual([
      { id, values: ["Asia"], custom: null },
    ]);
  });
});

describe("many questions at once", () => {
  it("are listed by the first few, and answered in good time", async () => {
    const page = await elementPage(browser);
    const many = Array.from({ length: 2_000 }, (_, at) => request([{ question: `Number ${at}?` }]));
    await page.evaluate((all) => all.forEach(window.harness.send), many);
    await page.getByText("1999 more questions wait").waitFor();
    await page.getByText("and 1994 more").waitFor();
    await untilTold(page, "queued", 1_999);
    await page.getByRole("textbox").fill("one down");
    await page.keyboard.press("Control+Enter");
    await page.evaluate((id) => window.harness.element.acknowledge(id), many[0]?.requestId ?? "");
    await page.getByRole("textbox", { name: "Number 1?" }).waitFor();
  });
});

describe("several questions", () => {
  it("come one at a time; the others wait with the name of who asks", async () => {
    const page = await elementPage(browser);
    const asked = ["First", "Second", "Third"].map((name) =>
      request([{ question: `${name}?`, type: "confirm" }], { from: `${name} agent` }),
    );
    const [first = "", second = "", third = ""] = asked.map(({ requestId }) => requestId);
    await page.evaluate((all) => all.forEach(window.harness.send), asked);
    await untilTold(page, "rendered");
    await page.getByText("2 more questions wait").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Third agent" }).waitFor();
    expect(await toldBy(page)).toEqual([
      ["queued", second, true],
      ["queued", third, true],
      ["rendered", first],
    ]);
    await page.evaluate((id) => window.harness.element.close(id, "timed_out"), first);
    await untilTold(page, "rendered", 2);
    expect((await toldBy(page)).slice(3)).toEqual([
      ["queued", second, false],
      ["rendered", second],
    ]);
    await page.getByText("1 more question waits").waitFor();
    // One that ends while it waits was never shown, and is not shown now.
    await page.evaluate((id) => window.harness.element.close(id, "timed_out"), third);
    await page.getByText("1 more question waits").waitFor({ state: "hidden" });
    expect(await page.getByText("Third?").count()).toBe(0);
  });
});

describe("a tag name of one's own", () => {
  it("can be given, beside the usual one", async () => {
    const page = await elementPage(
      browser,
      "<readback-questions></readback-questions><ask-me></ask-me>",
    );
    await page.evaluate(
      (it) => {
        window.harness.define("ask-me");
        window.harness.define("ask-me");
        (document.querySelector("ask-me") as typeof window.harness.element).sendQuestion(it);
      },
      request([{ question: "Why?" }]),
    );
    await page.locator("ask-me").getByRole("textbox", { name: "Why?" }).waitFor();
  });
});

describe("what is spoken", () => {
  it("is the new question, the retry, what was sent and why one is over", async () => {
    const page = await elementPage(browser);
    const first = request([{ question: "Why?" }], { from: "Ada" });
    await page.evaluate((it) => {
      const { element, send } = window.harness;
      send(it);
      send({ ...it, requestId: "again.2", notice: "Shown again." });
      send({ ...it, askId: "other", requestId: "other.1" });
      element.acknowledge("again.2");
      element.close("other.1", "timed_out");
    }, first);
    const spoken = await page.locator("[role=log] p").allTextContents();
    expect(spoken).toEqual([
      "New question from Ada: Why?",
      "Shown again.",
      "Sent.",
      "New question from Ada: Why?",
      "Time is up: the agent went on without an answer.",
    ]);
  });
});

describe("for people who prefer events", () => {
  it("tells everything as DOM events that leave the shadow root", async () => {
    const page = await elementPage(browser);
    const heard = page.evaluate(
      (it) => {
        const names: string[] = [];
        for (const name of ["rendered", "answer", "cancel", "queued", "activity", "change"]) {
          document.addEventListener(`readback-${name}`, (event) => {
            names.push(`${name} ${(event as CustomEvent).detail.requestId ?? ""}`);
          });
        }
        window.harness.send(it);
        return new Promise<string[]>((resolve) => {
          document.addEventListener("readback-answer", () => resolve(names));
        });
      },
      request([{ type: "confirm" }], { requestId: "r.1" }),
    );
    await page.getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("button", { name: "Send" }).click();
    expect(await heard).toEqual(["change ", "rendered r.1", "activity r.1", "answer r.1"]);
  });
});

describe("a question that is written from right to left", () => {
  it("has its choices on the right, also in a page that is not", async () => {
    const page = await elementPage(browser);
    const options = [{ label: "أوروبا", description: "فرانكفورت" }, { label: "Asia" }];
    await page.evaluate(
      (it) => window.harness.send(it),
      request([{ question: "أين يعمل هذا أولاً؟", type: "select", options, custom: true }]),
    );
    const middleOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    const question = await middleOf(page.locator("[part~=question]"));
    for (const name of ["أوروبا", "Asia", "Other"]) {
      const choice = await middleOf(page.getByRole("radio", { name }));
      expect(choice).toBeGreaterThan(question);
      expect(choice).toBeGreaterThan(await middleOf(page.getByText(name, { exact: true })));
    }
  });
});

describe("text from outside", () => {
  it("is text, whatever it says", async () => {
    const page = await elementPage(browser);
    const evil = `<img src=x onerror="window.evil = 1"><script>window.evil = 1</script><b>bold</b>`;
    const asked = request(
      [
        {
          id: evil,
          header: evil,
          question: evil,
          placeholder: evil,
          type: "select",
          custom: true,
          options: [{ label: evil, description: evil }],
          initial: { values: [], custom: evil },
        },
        { question: evil, placeholder: evil, initial: { values: [evil], custom: null } },
      ],
      { title: evil, notice: evil, from: evil, session: evil },
    );
    await page.evaluate((it) => {
      window.harness.send(it);
      window.harness.send({ ...it, askId: "waiting", requestId: "waiting.1" });
    }, asked);
    await untilTold(page, "rendered");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Send" }).click();
    await page.evaluate((id) => window.harness.element.refuse(id, String(id)), asked.requestId);
    await page.evaluate((id) => window.harness.element.acknowledge(id), asked.requestId);
    const found = await page.evaluate(() => ({
      evil: "evil" in window,
      tags: window.harness.element.shadowRoot?.querySelectorAll("img, script, b").length,
    }));
    expect(found).toEqual({ evil: false, tags: 0 });
    expect(await page.getByText("<b>bold</b>").count()).toBeGreaterThan(3);
  });
});
