import { describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser.js";
import { connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();

const SCRIPT = `
document.addEventListener("readback-panel", ({ detail }) => { panel.textContent = detail.text; });
document.dispatchEvent(new Event("readback-panel-ready"));
panel.addEventListener("click", () =>
  document.dispatchEvent(new CustomEvent("readback-panel-say", { detail: { clicked: true } })));
`;

describe("the application's own part of the page", () => {
  it("draws what it is told, also in a tab that comes later, and is heard", async () => {
    const heard: unknown[] = [];
    const page = await open({
      panel: {
        script: SCRIPT,
        style: "#panel { color: rgb(1, 2, 3) }",
        onMessage: (it) => heard.push(it),
      },
    });
    page.tellPanel({ text: "<b>one</b>" });
    const tab = await browser.page(page.link());
    await connected(tab);
    await tab.getByText("<b>one</b>").click();
    await expect.poll(() => heard).toEqual([{ clicked: true }]);
    page.tellPanel({ text: "two" });
    await tab.getByText("two").waitFor();
    expect(await tab.locator("#panel").evaluate((it) => getComputedStyle(it).color)).toBe(
      "rgb(1, 2, 3)",
    );
  });

  it("is not there when there is none", async () => {
    const page = await open();
    const { origin } = new URL(page.url);
    for (const path of ["/panel.js", "/panel.css"]) {
      expect((await fetch(origin + path)).status).toBe(404);
    }
    expect((await fetch(`${origin}/panel`, { method: "POST" })).status).toBe(404);
  });
});
