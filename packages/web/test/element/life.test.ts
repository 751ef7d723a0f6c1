import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { elementPage, toldBy, untilTold } from "../support/element-page.js";

const browser = useBrowser();

describe("an answer", () => {
  it("is shown as sent only after the host has acknowledged it", async () => {
    const page = await elementPage(browser);
    const asked = request([{ question: "Why?" }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("textbox").fill("Because.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("[part~=status]", { hasText: "not confirmed yet" }).waitFor();
    expect(await page.locator("[part~=sent]").count()).toBe(0);
    await page.evaluate((id) => window.harness.element.acknowledge(id), asked.requestId);
    await page.locator("[part~=sent]", { hasText: "Because." }).waitFor();
    // Whatever comes later does not make it less sent.
    await page.evaluate((id) => window.harness.element.close(id, "timed_out"), asked.requestId);
    await page.locator("[part~=status]", { hasText: "Sent." }).waitFor();
  });

  it("that is refused goes back to its field with the reason", async () => {
    const page = await elementPage(browser);
    const asked = request([{ id: "a" }, { id: "b" }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("textbox").fill("one");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox").fill("two");
    await page.getByRole("button", { name: "Send" }).click();
    await page.evaluate(
      (id) => window.harness.element.refuse(id, "Invalid answers: a: is too short"),
      asked.requestId,
    );
    await page.getByText("1/2").waitFor();
    const field = page.getByRole("textbox");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await page.locator("[part~=problem]", { hasText: "is too short" }).waitFor();
    await field.fill("one, and more");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    const answers = (await toldBy(page)).filter(([name]) => name === "answer").at(-1)?.[2];
    expect(answers).toMatchObject([{ values: ["one, and more"] }, { values: ["two"] }]);
  });

  it("that nobody would keep says so above the buttons", async () => {
    const page = await elementPage(browser);
    const asked = request([{}]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("textbox").fill("late");
    await page.evaluate((id) => window.harness.element.close(id, "timed_out"), asked.requestId);
    await page.getByRole("button", { name: "Send anyway" }).click();
    await page.evaluate(
      (id) => window.harness.element.refuse(id, "Nobody waits for this answer now"),
      asked.requestId,
    );
    await page.locator("[part~=problem]", { hasText: "Nobody waits" }).waitFor();
    expect(await page.getByRole("textbox").inputValue()).toBe("late");
  });
});

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

describe("with an asker in the same page", () => {
  it("asks, is answered and says so", async () => {
    const page = await elementPage(browser);
    const result = page.evaluate(() =>
      window.harness.ask({ questions: [{ question: "Deploy now?", type: "confirm" }] }),
    );
    await page.getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("button", { name: "Send" }).click();
    expect(await result).toMatchObject({ outcome: "answered", answers: [{ values: ["yes"] }] });
    await page.locator("[part~=sent]").waitFor();
  });

  it("keeps the text when time is up, and takes it late", async () => {
    const page = await elementPage(browser);
    const result = page.evaluate(() =>
      window.harness.ask({ questions: [{ question: "Why?" }] }, { responseTimeout: 1_000 }),
    );
    await page.getByRole("textbox").fill("Because of");
    expect((await result).outcome).toBe("timed_out");
    await page.getByText("Time is up").first().waitFor();
    expect(await page.getByRole("textbox").inputValue()).toBe("Because of");
    await page.getByRole("button", { name: "Send anyway" }).click();
    await page.locator("[part~=sent]", { hasText: "Because of" }).waitFor();
  });
});

describe("a question that is over", () => {
  it.each([
    ["timed_out", "Time is up"],
    ["exhausted", "did not appear in time"],
    ["aborted", "stopped waiting"],
    ["superseded", "A newer question"],
    ["abandoned", "did not come back"],
    ["answered", "answered elsewhere"],
    ["unknown_request", "Nobody knows this question"],
  ] as const)("says why: %s", async (reason, sentence) => {
    const page = await elementPage(browser);
    const asked = request([{ question: "Why?" }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("textbox").fill("half");
    await page.evaluate(([id, why]) => window.harness.element.close(id, why), [
      asked.requestId,
      reason,
    ] as const);
    await page.locator("[part~=status]", { hasText: sentence }).waitFor();
    expect(await page.getByRole("textbox").inputValue()).toBe("half");
    const mayBeSent = await page.getByRole("button", { name: "Send anyway" }).isVisible();
    expect(mayBeSent).toBe(reason !== "answered" && reason !== "unknown_request");
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("No questions now.").waitFor();
  });

  it("lets its text be read and copied, all of it", async () => {
    const page = await elementPage(browser);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const asked = request([{ question: "One?" }, { question: "Two?" }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("textbox").fill("first");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox").fill("second");
    await page.evaluate((id) => window.harness.element.close(id, "answered"), asked.requestId);
    await page.getByRole("button", { name: "Back" }).click();
    expect(await page.getByRole("textbox").inputValue()).toBe("first");
    await page.getByRole("button", { name: "Next" }).click();
    expect(await page.getByRole("textbox").inputValue()).toBe("second");
    await page.getByRole("button", { name: "Copy text" }).click();
    await page.getByRole("button", { name: "Copied." }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("first\n\nsecond");
  });

  it("gets its text back when it is asked again", async () => {
    const page = await elementPage(browser);
    const first = request([{ question: "Why?" }]);
    await page.evaluate((it) => window.harness.send(it), first);
    await page.getByRole("textbox").fill("half");
    await page.evaluate((id) => window.harness.element.close(id, "aborted"), first.requestId);
    const second = { ...first, requestId: "again.2", attempt: 2, notice: "Second attempt." };
    await page.evaluate((it) => window.harness.send(it), second);
    await page.locator("[part~=notice]", { hasText: "Second attempt." }).waitFor();
    expect(await page.getByRole("textbox").inputValue()).toBe("half");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    expect((await toldBy(page)).at(-1)?.slice(0, 2)).toEqual(["answer", "again.2"]);
  });

  it("gets its text back after a reload", async () => {
    const page = await elementPage(browser);
    const asked = request([{ question: "Why?" }, { type: "confirm" }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("textbox").fill("half");
    await page.reload();
    await page.waitForFunction(() => window.harness !== undefined);
    await page.evaluate((it) => window.harness.send(it), asked);
    expect(await page.getByRole("textbox").inputValue()).toBe("half");
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
