import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { elementPage, toldBy } from "../support/element-page.js";

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

describe("a question that cannot be drawn", () => {
  it("is not confirmed, and the next one is", async () => {
    const page = await elementPage(browser);
    const broken = { ...request([{}]), questions: [null] } as never;
    const problem = await page.evaluate((it) => {
      try {
        return window.harness.send(it);
      } catch (error) {
        return String(error);
      }
    }, broken);
    expect(problem).toContain("TypeError");
    const asked = request([{ question: "Why?" }]);
    await page.evaluate((it) => window.harness.send(it), asked);
    await page.getByRole("textbox").waitFor();
    await expect
      .poll(async () => (await toldBy(page)).map(([name, id]) => [name, id]))
      .toEqual([["rendered", asked.requestId]]);
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
