// How quickly a view inside a chat client shows a question and brings its answer, beside the page. Run by `npm run bench`.
import { performance } from "node:perf_hooks";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createAsker } from "@readback/core";
import { openQuestionPage } from "@readback/web/server";
import { chromium as playwright } from "playwright-core";
import { chromium, chromiumFlags } from "../../../scripts/lib/chromium.mjs";
import { createAskUserTools } from "../dist/index.js";
import { serveAppHost } from "../test/support/app-host/serve.mjs";

const URI = "ui://readback/question";
/** The clock that processes of one machine share. */
const now = () => performance.timeOrigin + performance.now();

/**
 * Page and views by turns, in milliseconds. `page`: from handing a question to the page to its acknowledgement.
 * `first`: the same in a tab that has shown none before. `view`: from the tool's input, given to a mounted view, to the
 * acknowledgement. `answer`: from the click in the view to the result of the call that waits. `call`: one call of the same
 * view to its server and back.
 */
export async function timesOfViews(rounds, onRound = () => {}) {
  const asked = await openPage();
  const chat = await openChat();
  const browser = await playwright.launch({
    executablePath: await chromium(),
    args: chromiumFlags,
  });
  try {
    const openTab = async () => {
      const tab = await browser.newPage();
      await tab.goto(asked.link);
      await tab.locator("#connection[data-state=connected]").waitFor({ state: "attached" });
      return tab;
    };
    // As a view, which is made for its question.
    const timeOfFirst = async (round) => {
      const fresh = await openTab();
      const took = await asked.timeOf(`${round}-new`, fresh);
      await fresh.close();
      return took;
    };
    const tab = await openTab();
    const host = await browser.newPage();
    await chat.openIn(host);
    const times = [];
    // The first ones warm both up.
    for (let round = -3; round < rounds; round += 1) {
      await tab.bringToFront();
      const page = await asked.timeOf(round, tab);
      const first = await timeOfFirst(round);
      await host.bringToFront();
      const view = await chat.timesOf(round, host);
      if (round >= 0) times.push({ page, first, ...view });
      onRound(round + 1);
    }
    return times;
  } finally {
    await browser.close();
    await asked.close();
    await chat.close();
  }
}

const textOf = (round) => `Where should run ${round + 3} go first?`;

async function openPage() {
  const page = await openQuestionPage();
  page.onAnswer(() => {});
  return {
    link: page.link(),
    close: () => page.stop(),
    async timeOf(round, tab) {
      const request = {
        ...{ requestId: `bench-${round}.1`, askId: `bench-${round}`, session: "bench" },
        ...{ from: "Bench", title: null, attempt: 1, maxRetries: 3, notice: null },
        questions: [{ id: "q1", question: textOf(round), type: "text", required: true }],
      };
      const seen = new Promise((resolve) => {
        const stop = page.onRenderConfirmed((requestId) => {
          if (requestId !== request.requestId) return;
          stop();
          resolve(now());
        });
      });
      const startedAt = now();
      page.sendQuestion(request);
      const took = (await seen) - startedAt;
      page.close(request.requestId, "aborted");
      await tab.locator("[part~=open]").waitFor({ state: "detached" });
      return took;
    },
  };
}

/** A chat client around the reference AppBridge, with a server in this process. */
async function openChat() {
  const served = await serveAppHost();
  // Nothing else shows questions.
  const silent = () => () => {};
  const bridge = {
    sendQuestion() {},
    onRenderConfirmed: silent,
    onAnswer: silent,
    onCancel: silent,
  };
  const asker = createAsker({ bridge });
  const confirmed = new Map();
  const tools = createAskUserTools({ asker, app: true });
  const [forClient, forServer] = InMemoryTransport.createLinkedPair();
  serveStdio(
    () => {
      const server = new McpServer({ name: "bench", version: "1.0.0" });
      tools.register(server);
      return server;
    },
    { transport: forServer },
  );
  const ui = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
  const client = new Client(
    { name: "bench", version: "1.0.0" },
    { capabilities: { extensions: ui } },
  );
  await client.connect(forClient);
  const { contents } = await client.readResource({ uri: URI });
  let initialized = () => {};

  /** When a question is confirmed, which is while a call of its view is served. */
  function whenConfirmed(askId) {
    return new Promise((resolve) => confirmed.set(askId, resolve));
  }

  async function callTool({ name, arguments: args }) {
    const reply = await client.callTool({ name, arguments: args });
    const at = now();
    for (const [askId, resolve] of confirmed) {
      if (!asker.runtime.snapshot(askId)?.context.renderConfirmed) continue;
      confirmed.delete(askId);
      resolve(at);
    }
    return reply;
  }

  return {
    async openIn(host) {
      await host.exposeFunction("callTool", callTool);
      await host.exposeFunction("tellTest", (_, what) => what === "initialized" && initialized());
      await host.goto(served.page);
    },
    async timesOf(round, host) {
      const input = { questions: [{ id: "q1", question: textOf(round) }] };
      const result = client.callTool({ name: "ask_user", arguments: input }).then((came) => {
        if (came.structuredContent.outcome !== "answered") throw new Error("It was not answered");
        return now();
      });
      const id = `view-${round + 3}`;
      const isReady = new Promise((resolve) => {
        initialized = resolve;
      });
      const given = {
        ...{ html: contents[0].text, sandbox: served.sandbox, tool: "ask_user" },
        ...{ modes: ["inline"], grants: true, context: {} },
      };
      await host.evaluate(([name, what]) => window.host.mount(name, what), [id, given]);
      await isReady;
      const seen = whenConfirmed(asker.askIdOf(input, { session: "bench" }));
      const startedAt = await host.evaluate(
        ([name, what]) => {
          const at = performance.timeOrigin + performance.now();
          window.host.input(name, what);
          return at;
        },
        [id, input],
      );
      const view = (await seen) - startedAt;
      const outer = await (await host.waitForSelector(`#${id}`)).contentFrame();
      const [frame] = outer.childFrames();
      await frame.locator("textarea").fill("Europe");
      const call = await frame.evaluate(callOnce);
      await frame.evaluate(() => {
        const note = () => {
          window.clickedAt = performance.timeOrigin + performance.now();
        };
        addEventListener("click", note, { capture: true, once: true });
      });
      await frame.locator("[part~=send]").click();
      const answeredAt = await result;
      const answer = answeredAt - (await frame.evaluate(() => window.clickedAt));
      await host.evaluate((name) => window.host.unmount(name, true), id);
      return { view, call, answer };
    },
    async close() {
      tools.dispose();
      await client.close();
      await served.close();
    },
  };
}

/** In the view: how long a call of its tool takes that the server checks, and that changes nothing. */
function callOnce() {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const id = "bench";
    addEventListener("message", function listen({ data }) {
      if (data?.id !== id) return;
      removeEventListener("message", listen);
      resolve(performance.now() - startedAt);
    });
    const { key } = JSON.parse(document.querySelector("#readback-view").textContent);
    const params = { name: "readback_view", arguments: { key, view: "a-view-of-the-bench" } };
    parent.postMessage({ jsonrpc: "2.0", id, method: "tools/call", params }, "*");
  });
}
