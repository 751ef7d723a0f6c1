import { createAsker } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { afterEach, describe, expect, it } from "vitest";
import { createSurfaces, registerAskUser } from "../src/index.js";
import type { TestClient } from "./support/clients.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

const input = { questions: [{ question: "What is it called?" }] };

/** A page that a person opens and closes; `opened` counts how often it was opened by itself. */
function createPage(canOpen: boolean) {
  const listeners = createBridgeListeners();
  const sent: string[] = [];
  let opened = 0;
  return {
    sent,
    get opened() {
      return opened;
    },
    render: () => listeners.emit("onRenderConfirmed", sent.at(-1) ?? ""),
    lose: () => listeners.emit("onLost", sent.at(-1) ?? ""),
    answer: () =>
      listeners.emit("onAnswer", sent.at(-1) ?? "", [{ id: "q1", values: ["Readback"] }]),
    surface: {
      name: "page",
      hint: "Open the page.",
      link: "file:///page.html",
      bridge: {
        ...listeners.methods,
        sendQuestion: ({ requestId }: { readonly requestId: string }) => void sent.push(requestId),
      },
      isReachable: async () => {
        opened += 1;
        return canOpen || opened === 1;
      },
    },
  };
}

describe.each(PAIRS)("a page that is gone, for a $client client of a $server", (pair) => {
  const open: TestClient[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));

  async function start(canOpen: boolean, elicit?: () => Promise<never>) {
    const page = createPage(canOpen);
    const surfaces = createSurfaces({
      ...{ local: [page.surface], quickestReply: 0 },
      ...{ comesUpWithin: 50, returnsWithin: 20 },
    });
    const asker = createAsker({ bridge: surfaces });
    const patience = { patience: 3_000, patienceWithProgress: 3_000 };
    const client = await connectInMemory(
      pair,
      (server) => registerAskUser(server, { asker, surfaces, ...patience }),
      elicit ? { elicit: elicit as never } : {},
    );
    open.push(client);
    return { client, page };
  }

  it("is opened again once, and then shows the question", async () => {
    const { client, page } = await start(true);
    const called = client.call("ask_user", input);
    await expect.poll(() => page.sent.length).toBe(1);
    page.render();
    page.lose();
    await expect.poll(() => page.opened, { timeout: 10_000 }).toBe(2);
    page.render();
    page.lose();
    page.render();
    page.answer();
    expect((await called).result).toMatchObject({ outcome: "answered", link: null });
    expect(page.opened).toBe(2);
  });

  it("leaves the question pending, not on screen, and the result says where to look", async () => {
    const { client, page } = await start(true);
    const called = client.call("ask_user", input);
    await expect.poll(() => page.sent.length).toBe(1);
    page.render();
    page.lose();
    const { result, text } = await called;
    expect(result).toMatchObject({ outcome: "pending", link: "file:///page.html" });
    expect(result.retryReason).toContain("not confirmed to be on screen");
    expect(text).toContain("link: file:///page.html");
  });

  it("that never came up gets the client's form beside it, in the same attempt", async () => {
    const reply = { action: "accept", content: { q1: "Readback" } };
    const { client } = await start(true, async () => reply as never);
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome: "answered", attempt: 1, surface: "elicitation" });
  });
});
