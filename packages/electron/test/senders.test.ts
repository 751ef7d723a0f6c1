import { describe, expect, it } from "vitest";
import type { Reply } from "../src/shared/protocol.js";
import { CHANNEL } from "../src/shared/protocol.js";
import { createFakeApp, PAGE, QUESTION } from "./support/app.js";
import type { FakeDocument } from "./support/fake-electron.js";
import { FakeWindow } from "./support/fake-electron.js";

const NONCE = "0123456789abcdef0123456789abcdef";

async function ready(page: string | readonly string[] = PAGE, url = PAGE) {
  const app = createFakeApp({ page });
  const window = app.open({ url });
  const { asker, bridge } = app.start();
  return { ...app, window, asker, bridge };
}

/** The code of the refusal, or `ok`. */
async function send(document: FakeDocument, message: unknown): Promise<string> {
  const reply = (await document.ipcRenderer.invoke(CHANNEL, message as never)) as Reply;
  return reply.ok ? "ok" : reply.error.code;
}

const connect = { type: "connect", nonce: NONCE };
const answer = (nonce: string) => ({
  type: "say",
  nonce,
  said: { type: "answer", requestId: "x", answers: [] },
});

describe("the sender is checked", () => {
  it("the main frame of the page may speak", async () => {
    const { window } = await ready();
    expect(await send(window.contents.document, connect)).toBe("ok");
    expect(await send(window.contents.document, answer(NONCE))).toBe("ok");
  });

  it("a frame in the page may not, whatever its address", async () => {
    const { window } = await ready();
    expect(await send(window.contents.addFrame(PAGE), connect)).toBe("wrong_sender");
  });

  it("a frame that is gone may not: it is null by then", async () => {
    const { window } = await ready();
    const { document } = window.contents;
    const handler = window.contents.handlers.get(CHANNEL);
    document.isGone = true;
    expect(await handler?.({ senderFrame: null }, connect)).toMatchObject({
      ok: false,
      error: { code: "wrong_sender" },
    });
  });

  it.for([
    [PAGE, "file:///app/other.html"],
    [PAGE, "file:///app/index.html/../evil.html"],
    [PAGE, "https://app/index.html"],
    [PAGE, "file://host/app/index.html"],
    ["app://ui", "app://ui.evil/"],
    ["app://ui", "https://ui/"],
    ["https://app.example", "https://app.example.evil/"],
    ["https://app.example", "http://app.example/"],
    ["https://app.example", "https://app.example:444/"],
    ["https://app.example", "https://user@app.example/"],
    ["https://app.example/questions", "https://app.example/questions/more"],
    ["https://app.example", "about:blank"],
    ["https://app.example", ""],
  ])("with the page %s, %s may not", async ([page, url]) => {
    const { window } = await ready(page, url);
    expect(await send(window.contents.document, connect)).toBe("wrong_sender");
  });

  it.for([
    [PAGE, `${PAGE}?window=2#top`],
    ["app://ui", "app://ui/settings/questions.html"],
    ["https://app.example", "https://app.example:443/any#x"],
    ["https://app.example/questions", "https://app.example/questions?x=1"],
  ])("with the page %s, %s may", async ([page, url]) => {
    const { window } = await ready(page, url);
    expect(await send(window.contents.document, connect)).toBe("ok");
  });

  it("a document that has not connected may not, nor one that was here before", async () => {
    const { window } = await ready();
    const { document } = window.contents;
    expect(await send(document, answer(NONCE))).toBe("not_connected");
    await send(document, connect);
    expect(await send(document, answer("f".repeat(32)))).toBe("not_connected");
    const next = window.contents.load(PAGE, window.contents.mainFrame);
    // It would have to know the nonce of the document before it, and even that is over.
    expect(await send(next, answer(NONCE))).toBe("not_connected");
  });
});

describe("every message is checked", () => {
  it.for<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "connect"],
    ["no nonce", { type: "connect" }],
    ["a short nonce", { type: "connect", nonce: "1" }],
    ["another type", { type: "eval", nonce: NONCE }],
    ["more than it should", { ...connect, more: true }],
    [
      "a request that is no text",
      { type: "say", nonce: NONCE, said: { type: "rendered", requestId: 1 } },
    ],
    ["no answers", { type: "say", nonce: NONCE, said: { type: "answer", requestId: "x" } }],
    [
      "a strange cancel",
      { type: "say", nonce: NONCE, said: { type: "cancel", requestId: "x", how: "yes" } },
    ],
    ["a number that is none", { type: "got", nonce: NONCE, number: Number.NaN, problem: null }],
    [
      "a prototype",
      {
        type: "say",
        nonce: NONCE,
        said: JSON.parse('{"__proto__":{"type":"rendered"},"requestId":"x"}'),
      },
    ],
  ])("%s is refused", async ([, message]) => {
    const { window } = await ready();
    await send(window.contents.document, connect);
    expect(await send(window.contents.document, message)).toBe("invalid_message");
  });

  it("what the host throws comes back as data, with its code", async () => {
    const { window, bridge, errors } = await ready();
    bridge.onAnswer(() => {
      throw new Error("disk full");
    });
    await send(window.contents.document, connect);
    expect(await send(window.contents.document, answer(NONCE))).toBe("host_failed");
    expect(errors).toHaveLength(1);
  });

  it("a page that answers what was never asked is told so, and nothing happens", async () => {
    const { window, asker, settled, openPage } = await ready();
    const page = openPage(window);
    await settled();
    const handle = asker.open(QUESTION);
    await settled();
    const stale = `${handle.requestId}0`;
    page.answer(stale, [{ id: "go", values: ["yes"] }]);
    await settled();
    expect(handle.state).toBe("on_screen");
    expect(page.log).toEqual([`unknown_request ${stale}`]);
  });
});

describe("a window that is not set up safely is refused", () => {
  it.for([
    ["contextIsolation", false],
    ["nodeIntegration", true],
    ["sandbox", false],
  ] as const)("%s: %s", async ([name, value]) => {
    const app = createFakeApp();
    app.open({ preferences: { [name]: value } });
    expect(() => app.start()).toThrow(`webPreferences.${name}: must be ${!value}`);
  });

  it("as is one that has a bridge already", async () => {
    const { start } = await ready();
    expect(() => start()).toThrow("has a bridge already");
  });

  it("and a destroyed one is none", async () => {
    const app = createFakeApp();
    const window = new FakeWindow({ url: PAGE });
    app.windows.push(window);
    const { asker } = app.start();
    window.close();
    expect(await asker.ask(QUESTION)).toMatchObject({ outcome: "no_surface" });
  });
});
