import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAsker, createSimulatedClock } from "@readback/core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { firefox as findFirefox } from "../../../../scripts/lib/firefox.mjs";
import { request } from "../support/ask.js";
import { pageAround, scripts } from "../support/element-page.js";
import { type Firefox, startFirefox } from "../support/firefox.js";
import { addressIn, useQuestionPage } from "../support/question-page.js";

const path = await findFirefox();
const confirm = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const dialog = 'document.querySelector("readback-questions").shadowRoot';
const yes = `${dialog}.querySelector("input")`;
const send = `[...${dialog}.querySelectorAll("button")].find((one) => one.textContent === "Send")`;
const patient = { timeout: 30_000 };

describe.skipIf(!path)("in Firefox", () => {
  const open = useQuestionPage();
  let firefox: Firefox;
  let server: Server;
  let address = "";

  const there = (expression: string) =>
    expect.poll(() => firefox.run(`return ${expression} != null`), patient).toBe(true);

  /** The buttons rest for a moment after the question has appeared. */
  async function sayYes(isShown: () => unknown): Promise<void> {
    await expect.poll(isShown, patient).toBe(true);
    await firefox.click(yes);
    await expect.poll(() => firefox.run(`return ${send}.matches(":enabled")`), patient).toBe(true);
    await firefox.click(send);
  }

  beforeAll(async () => {
    firefox = await startFirefox(path ?? "");
    server = createServer(async ({ url = "/" }, response) => {
      const script = new Map(Object.entries(scripts)).get(url.slice(1));
      response.setHeader("content-type", script ? "text/javascript" : "text/html; charset=utf-8");
      const body = '<div id="around"><readback-questions></readback-questions></div>';
      const other = address.replace("127.0.0.1", "localhost");
      const host = `<!doctype html><title>Chat</title><div id="around"><iframe src="${other}" width="600" height="400"></iframe></div>`;
      response.end(script ? await script() : url === "/host" ? host : pageAround(body));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });

  afterAll(async () => {
    await firefox?.quit();
    server?.close();
  });

  it("the page shows a question, confirms it and sends the answer", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    await firefox.goTo(addressIn(page.link()));
    const asked = asker.open(confirm);
    await sayYes(() => asked.state === "on_screen");
    expect(await asked.result).toMatchObject({
      outcome: "answered",
      answers: [{ values: ["yes"] }],
      evidence: { visibility: "styles" },
    });
    await there(`${dialog}.querySelector("[part~=sent]")`);
    asker.dispose();
  });

  it("the page confirms nothing from a tab behind another one, until it is in front", async () => {
    const page = await open();
    const clock = createSimulatedClock();
    const asker = createAsker({ bridge: page, clock, maxRetries: 1 });
    await firefox.goTo(addressIn(page.link()));
    const seen = () => firefox.run("return document.visibilityState");
    const tab = await firefox.openTab();
    // Left open, it may hide what the next tests look at.
    onTestFinished(() => tab.close());
    await tab.look(false);
    await expect.poll(seen, patient).toBe("hidden");
    const asked = asker.open(confirm);
    // The question has arrived and is drawn: but nobody can see it.
    await there(yes);
    expect(asked.state).toBe("presenting");
    // A browser that is busy may not hear it the first time.
    await expect.poll(() => tab.look(true).then(seen), patient).toBe("visible");
    await expect.poll(() => asked.state, patient).toBe("on_screen");
    asked.abort();
    asker.dispose();
  });

  const told = () => firefox.run("return window.harness.told.map(([name]) => name)");

  async function elementPage() {
    await firefox.goTo(address);
    await there("window.harness");
  }

  it.each([
    ["a collapsed panel (display: none)", "display: none"],
    ["visibility: hidden", "visibility: hidden"],
    ["opacity: 0", "opacity: 0"],
    ["content-visibility: hidden", "content-visibility: hidden; height: 200px"],
    ["a box without size", "height: 0; overflow: hidden"],
    ["a scroller that clips it", "height: 2px; overflow: auto"],
    ["a place far off the screen", "position: absolute; left: -5000px"],
  ])("the element confirms nothing from %s, until that ends", async (_, style) => {
    await elementPage();
    const asked = JSON.stringify(request([{ question: "Ready?" }]));
    await firefox.run(`around.style = ${JSON.stringify(style)};
      window.harness.send(${asked});
      return window.harness.frames(20)`);
    expect(await told()).toEqual([]);
    await firefox.run("around.style = ''");
    await expect.poll(told, patient).toEqual(["rendered"]);
  });

  /** Waits until the page has been drawn a few times. */
  const frames = () =>
    firefox.run(`return new Promise((resolve) => {
      const next = (left) => left ? requestAnimationFrame(() => next(left - 1)) : resolve();
      next(20);
    })`);

  /** The element in a frame of another site, drawn by the page around it with these styles. */
  async function askInFrame(style: string): Promise<void> {
    await firefox.goTo(`${address}host`);
    await firefox.enterFrame(0);
    await there("window.harness");
    await firefox.run("addEventListener('readback-rendered', (it) => { window.word = it.detail })");
    await firefox.enterFrame(null);
    await firefox.run(`around.style = ${JSON.stringify(style)}`);
    await frames();
    await firefox.enterFrame(0);
    const asked = JSON.stringify(request([{ question: "Ready?" }]));
    await firefox.run(`window.harness.send(${asked})`);
  }

  async function untilConfirmed(): Promise<void> {
    await expect.poll(told, patient).toEqual(["rendered"]);
    expect(await firefox.run("return window.word.visibility")).toBe("styles");
  }

  it.each([
    ["is below the fold", "margin-top: 3000px"],
    ["is not displayed", "display: none"],
    ["is hidden", "visibility: hidden"],
    ["is beside the window", "position: absolute; left: -5000px"],
    ["is skipped by the browser", "content-visibility: hidden; height: 400px"],
  ])("a frame of another site confirms nothing while it %s", async (_, style) => {
    await askInFrame(style);
    await firefox.enterFrame(null);
    // A frame that nobody sees may draw nothing itself.
    await frames();
    await firefox.enterFrame(0);
    expect(await told()).toEqual([]);
    await firefox.enterFrame(null);
    await firefox.run("around.style = ''");
    await firefox.enterFrame(0);
    await untilConfirmed();
    await firefox.enterFrame(null);
  });

  // The docs say so, and results say `styles`. Where this begins to fail, Firefox promises more than they do.
  it.each([
    ["faded", "opacity: 0"],
    ["made small", "transform: scale(.02)"],
    ["blurred", "filter: blur(20px)"],
  ])(
    "a frame of another site that is %s is confirmed all the same, by styles alone",
    async (_, style) => {
      await askInFrame(style);
      await untilConfirmed();
      await firefox.enterFrame(null);
    },
  );

  it("the element asks for an asker in the page itself", async () => {
    await elementPage();
    await firefox.run(`window.harness.ask(${JSON.stringify(confirm)})
      .then((result) => { window.result = result })`);
    await sayYes(async () => String(await told()) === "rendered");
    await there("window.result");
    const said = "return [result.outcome, result.renderConfirmed, result.answers[0].values]";
    expect(await firefox.run(said)).toEqual(["answered", true, ["yes"]]);
  });
});
