import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { elementPage, framedPage, toldBy, untilTold } from "../support/element-page.js";

const browser = useBrowser();

async function show(...questions: Parameters<typeof request>[0]): Promise<[Page, string]> {
  const page = await elementPage(browser);
  const asked = request(questions);
  await page.evaluate((it) => window.harness.send(it), asked);
  await untilTold(page, "rendered");
  // The buttons rest for a moment when a question appears.
  await page.locator("button[type=submit]:enabled").waitFor();
  return [page, asked.requestId];
}

const answersOf = async (page: Page) =>
  (await toldBy(page)).filter(([name]) => name === "answer").map(([, , answers]) => answers);

const options = [{ label: "Europe", description: "Frankfurt" }, { label: "Asia" }];

// Only the keyboard, from a question that has just appeared to its answer.
describe("with the keyboard alone", () => {
  it("a text is written and sent", async () => {
    const [page] = await show({});
    await page.keyboard.type("First line");
    await page.keyboard.press("Enter");
    await page.keyboard.type("second line");
    await page.keyboard.press("Control+Enter");
    expect(await answersOf(page)).toEqual([
      [{ id: "q1", values: ["First line\nsecond line"], custom: null }],
    ]);
  });

  it("an option is chosen and sent", async () => {
    const [page] = await show({ type: "select", options, custom: true });
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Control+Enter");
    expect(await answersOf(page)).toEqual([[{ id: "q1", values: ["Asia"], custom: null }]]);
  });

  it("an own answer is written beside the options", async () => {
    const [page] = await show({ type: "select", options, custom: true });
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("The moon");
    await page.keyboard.press("Control+Enter");
    expect(await answersOf(page)).toEqual([[{ id: "q1", values: [], custom: "The moon" }]]);
  });

  it("several options and an own answer are chosen", async () => {
    const [page] = await show({ type: "multi-select", options, custom: true });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.type("Mars");
    await page.keyboard.press("Control+Enter");
    expect(await answersOf(page)).toEqual([
      [{ id: "q1", values: ["Europe", "Asia"], custom: "Mars" }],
    ]);
  });

  it("yes or no is chosen: neither is chosen before", async () => {
    const [page] = await show({ type: "confirm" });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    expect(await answersOf(page)).toEqual([[{ id: "q1", values: ["no"], custom: null }]]);
  });

  it("several questions are gone through, and back", async () => {
    const [page] = await show(
      { header: "Name" },
      { header: "Region", type: "select", options },
      { header: "Sure", type: "confirm" },
    );
    await page.getByText("1/3: Name").waitFor();
    await page.keyboard.type("Ada");
    await page.keyboard.press("Control+Enter");
    await page.getByText("2/3: Region").waitFor();
    await page.getByRole("button", { name: "Back" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("1/3: Name").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.type(" L.");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByText("3/3: Sure").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Control+Enter");
    expect(await answersOf(page)).toEqual([
      [
        { id: "q1", values: ["Ada L."], custom: null },
        { id: "q2", values: ["Europe"], custom: null },
        { id: "q3", values: ["yes"], custom: null },
      ],
    ]);
  });

  it("Esc decides nothing", async () => {
    const [page] = await show({ type: "confirm" });
    for (const key of ["Escape", "Tab", "Escape", "Tab", "Escape"]) await page.keyboard.press(key);
    const told = (await toldBy(page)).map(([name]) => name);
    expect(told).not.toContain("cancel");
    expect(told).not.toContain("answer");
    expect(await page.getByRole("radio", { name: "No" }).isChecked()).toBe(false);
  });
});

describe("what is missing", () => {
  it.each([
    [{ type: "text" as const }, "textbox" as const, "Write an answer."],
    [{ type: "select" as const, options }, "radiogroup" as const, "Choose one."],
    [{ type: "multi-select" as const, options }, "checkbox" as const, "Choose at least one."],
    [{ type: "confirm" as const }, "radiogroup" as const, "Choose one."],
  ])("is said next to the field of %o", async (question, role, problem) => {
    const [page] = await show(question);
    await page.getByRole("button", { name: "Send" }).click();
    const field = page.getByRole(role).first();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const [described] = ((await field.getAttribute("aria-describedby")) ?? "").split(" ").slice(-1);
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(problem);
    const focusedRole = await page.evaluate(() => {
      const active = window.harness.element.shadowRoot?.activeElement;
      return active?.tagName;
    });
    expect(["TEXTAREA", "INPUT"]).toContain(focusedRole);
    expect(await answersOf(page)).toEqual([]);
  });

  it("may be missing when the question is optional", async () => {
    const [page] = await show({ type: "select", options, required: false });
    await page.getByText("Optional").waitFor();
    await page.getByRole("radio", { name: "Asia" }).check();
    await page.getByRole("button", { name: "Clear choice" }).click();
    await page.getByRole("button", { name: "Send" }).click();
    expect(await answersOf(page)).toEqual([[{ id: "q1", values: [], custom: null }]]);
  });

  it("is an own answer that was chosen and not written", async () => {
    const [page] = await show({ type: "select", options, custom: true });
    await page.getByRole("radio", { name: "Other" }).check();
    await page.getByRole("button", { name: "Send" }).click();
    const problem = page.getByText("Write your own answer, or change your choice.");
    await problem.waitFor();
    const field = page.getByRole("textbox");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.getAttribute("aria-describedby")).toBe(await problem.getAttribute("id"));
    expect(await answersOf(page)).toEqual([]);
  });
});

describe("what is filled in before", () => {
  it.each([
    [{ type: "text" as const, initial: { values: ["Hello"], custom: null } }, "Hello"],
    [{ type: "select" as const, options, initial: { values: ["Asia"], custom: null } }, "Asia"],
    [{ type: "confirm" as const, initial: { values: ["no"], custom: null } }, "no"],
  ])("is there to be sent: %o", async (question, value) => {
    const [page] = await show(question);
    // A key that was meant for something else does not send it.
    if (question.type !== "text") await page.keyboard.press("Enter");
    expect(await answersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Send" }).click();
    expect(await answersOf(page)).toEqual([[{ id: "q1", values: [value], custom: null }]]);
  });

  it("offers an own answer under another name when an option is called Other", async () => {
    const [page] = await show({ type: "select", options: [{ label: "Other" }], custom: true });
    expect(await page.getByRole("radio").count()).toBe(2);
    await page.getByRole("radio", { name: "Own answer" }).waitFor();
  });
});

describe("dismissing and declining", () => {
  it.each([
    ["Dismiss", "cancelled", "Dismissed."],
    ["Decline to answer", "declined", "You declined to answer."],
  ])("%s is told as %s", async (name, how, sentence) => {
    const [page, requestId] = await show({});
    await page.getByRole("button", { name }).click();
    expect((await toldBy(page)).filter(([found]) => found === "cancel")).toEqual([
      ["cancel", requestId, how],
    ]);
    await page.locator("[part~=status]", { hasText: sentence }).waitFor();
  });
});

describe("a click", () => {
  it("that was aimed at what has just gone decides nothing about what came", async () => {
    const [page, requestId] = await show({ type: "confirm", question: "First?" });
    const box = await page.getByRole("button", { name: "Dismiss" }).boundingBox();
    const next = request([{ type: "confirm", question: "Second?" }]);
    await page.evaluate(
      async ([id, it]) => {
        window.harness.element.close(id, "timed_out");
        window.harness.send(it);
        await window.harness.frames(1);
      },
      [requestId, next] as const,
    );
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await untilTold(page, "rendered", 2);
    expect((await toldBy(page)).map(([name]) => name)).not.toContain("cancel");
    await page.getByRole("button", { name: "Dismiss" }).click();
    expect((await toldBy(page)).at(-1)).toEqual(["cancel", next.requestId, "cancelled"]);
  });

  it("that is a double click goes on by one question, not two", async () => {
    const [page] = await show({ required: false }, { required: false }, { required: false });
    await page.getByRole("button", { name: "Next" }).dblclick();
    await page.getByText("2/3").waitFor();
    expect(await answersOf(page)).toEqual([]);
  });
});

describe("Ctrl + Enter", () => {
  const hold = async (page: Page) => {
    await page.keyboard.down("Control");
    for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await page.keyboard.up("Control");
  };

  it("that is held down goes on by one question, not through all of them", async () => {
    const [page] = await show({ required: false }, { required: false }, { required: false });
    await hold(page);
    await page.getByText("2/3").waitFor();
    expect(await answersOf(page)).toEqual([]);
  });

  it("decides nothing about a question that has just appeared", async () => {
    const [page, requestId] = await show({ required: false, question: "First?" });
    await page.evaluate(
      ([id, next]) => {
        const { element, send } = window.harness;
        send(next);
        element.onAnswer(() => element.acknowledge(id));
      },
      [requestId, request([{ required: false, question: "Second?" }])] as const,
    );
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("textbox", { name: "Second?" }).waitFor();
    expect(await answersOf(page)).toHaveLength(1);
    await page.locator("button[type=submit]:enabled:visible").waitFor();
    await page.keyboard.press("Control+Enter");
    expect(await answersOf(page)).toHaveLength(2);
  });
});

describe("the focus", () => {
  it("is left with a person who types elsewhere", async () => {
    const page = await elementPage(
      browser,
      "<input id=own><readback-questions></readback-questions>",
    );
    await page.locator("#own").focus();
    await page.evaluate((it) => window.harness.send(it), request([{}]));
    await untilTold(page, "rendered");
    await page.keyboard.type("still here");
    expect(await page.locator("#own").inputValue()).toBe("still here");
  });

  it("is left with a person who types in the page around a frame", async () => {
    const [page, frame] = await framedPage(
      browser,
      '<input id=own><iframe src="/element"></iframe>',
    );
    await page.locator("#own").focus();
    await frame.evaluate((it) => window.harness.send(it), request([{}]));
    await untilTold(frame, "rendered");
    await page.keyboard.type("still here");
    expect(await page.locator("#own").inputValue()).toBe("still here");
  });

  it("stays in a text that is being written when its question ends and another comes", async () => {
    const [page, requestId] = await show({ question: "First?" });
    await page.keyboard.type("Half a sen");
    await page.evaluate(
      ([id, next]) => {
        window.harness.send(next);
        window.harness.element.close(id, "timed_out");
      },
      [requestId, request([{ question: "Second?" }])] as const,
    );
    await untilTold(page, "rendered", 2);
    await page.keyboard.type("tence");
    expect(await page.getByRole("textbox", { name: "First?" }).inputValue()).toBe(
      "Half a sentence",
    );
    expect(await page.getByRole("textbox", { name: "Second?" }).inputValue()).toBe("");
  });
});

describe("what is invisible in a text", () => {
  it("is shown wherever a person reads it, and the answer is still the option as it was given", async () => {
    const page = await elementPage(browser);
    const hidden = (text: string) => `${text}\u{e0041}\u00ad\u3164`;
    const options = [{ label: hidden("Yes"), description: hidden("About") }, { label: "No" }];
    const asked = request(
      [
        {
          question: hidden("Which?"),
          header: hidden("Header"),
          type: "select",
          custom: true,
          placeholder: hidden("Place"),
          options,
        },
        { question: "Text?", initial: { values: [hidden("Filled")], custom: null } },
      ],
      { title: hidden("Title"), from: hidden("Agent"), notice: hidden("Notice") },
    );
    await page.evaluate((it) => {
      window.harness.send(it);
      window.harness.send({ ...it, askId: "waits", requestId: "waits.1" });
    }, asked);
    const code = "\\u{e0041}\\u00ad\\u3164";
    for (const text of ["Which?", "Header", "Yes", "About", "Title", "Agent", "Notice"]) {
      expect(await page.getByText(`${text}${code}`).count(), text).toBeGreaterThan(0);
    }
    const html = () => page.evaluate(() => window.harness.element.shadowRoot?.innerHTML);
    expect(await html()).not.toMatch(/[\u00ad\u3164\u{e0041}]/u);
    await page.getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("button", { name: "Next" }).click();
    expect(await page.getByRole("textbox").inputValue()).toBe(`Filled${code}`);
    await page.getByRole("button", { name: "Send" }).click();
    const answer = (await toldBy(page)).find(([name]) => name === "answer");
    expect(answer?.[2]).toEqual([
      { id: "q1", values: [hidden("Yes")], custom: null },
      { id: "q2", values: [`Filled${code}`], custom: null },
    ]);
  });

  it("stays where it is part of a letter or a picture", async () => {
    const page = await elementPage(browser);
    const question = "👩‍👩‍👧‍👦 🏳️‍🌈 می‌خواهم क्‍ष?";
    await page.evaluate((it) => window.harness.send(it), request([{ question }]));
    expect(await page.getByText(question).count()).toBeGreaterThan(0);
  });
});
