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
    const tab = await browser.page(page.url);
    await connected(tab);
    await tab.getByText("<b>one</b>").click();
    await expect.poll(() => heard).toEqual([{ clicked: true }]);
    page.tellPanel({ text: "two" });
    await tab.getByText("two").waitFor();
    expect(await tab.locator("#panel").evaluate((it) => getComputedStyle(it).color)).toBe(
      "rgb(1, 2, 3)",
    );
  });

  it("is heard only by the page itself, with the token; what it says wrongly is refused", async () => {
    const page = await open({
      panel: {
        script: "",
        style: "",
        onMessage() {
          throw new Error("type: must be known");
        },
      },
    });
    const { origin } = new URL(page.url);
    const say = (headers: Record<string, string>, body = "{}") =>
      fetch(`${origin}/panel`, { method: "POST", headers, body }).then(async (reply) => [
        reply.status,
        await reply.json(),
      ]);
    const token = { authorization: `Bearer ${page.token}`, "content-type": "application/json" };
    expect(await say({ "content-type": "application/json" })).toMatchObject([401, {}]);
    expect(await say({ ...token, origin: "http://evil.example" })).toMatchObject([403, {}]);
    expect(await say(token)).toEqual([400, { error: "type: must be known" }]);
    expect(await say(token, "{")).toMatchObject([400, {}]);
  });

  it("is not there when there is none", async () => {
    const page = await open();
    const { origin } = new URL(page.url);
    for (const path of ["/panel.js", "/panel.css"]) {
      expect((await fetch(origin + path)).status).toBe(404);
    }
    const headers = { authorization: `Bearer ${page.token}` };
    expect((await fetch(`${origin}/panel`, { method: "POST", headers })).status).toBe(404);
  });
});
