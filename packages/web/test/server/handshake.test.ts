import { randomBytes } from "node:crypto";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createKeys } from "../../src/page/keys.js";
import { importKey } from "../../src/page/proof.js";
import { greet as pageGreet, type Session } from "../../src/page/session.js";
import { isOurPage, type QuestionPage } from "../../src/server.js";
import { sessionText, type Welcome } from "../../src/shared/handshake.js";
import { call } from "../support/http.js";
import { useQuestionPage } from "../support/question-page.js";
import { enter, greet, originOf, proof, SECRET, type Sealed, tabKey } from "../support/raw-tab.js";

const open = useQuestionPage();
const json = { "content-type": "application/json" };
const rendered = (id: string) => JSON.stringify({ id, tab: "t", type: "rendered", requestId: "r" });

/** Posts a message as it is. */
const post = (page: QuestionPage, sealed: Sealed) =>
  call(page, { method: "POST", path: "/messages", ...sealed });

describe("a tab is let in", () => {
  const stream = (page: QuestionPage, authorization: string) =>
    call(page, { path: "/events", headers: { authorization } }).then(({ status }) => status);

  it.each([
    ["no proof", () => ""],
    ["a token, as it once was", () => `Bearer ${SECRET}`],
    ["a made-up proof", ({ session }: Raw) => `Readback ${session}.${"a".repeat(43)}`],
    ["a proof that was cut short", ({ opening }: Raw) => opening.slice(0, -1)],
    [
      "the proof of another session",
      ({ opening }: Raw) => opening.replace(/ .{22}/, ` ${"s".repeat(22)}`),
    ],
    [
      "the server's own proof",
      ({ welcome }: Raw) => `Readback ${welcome.session}.${welcome.proof}`,
    ],
  ])("with a proof, and not with %s", async (_, header) => {
    const page = await open();
    const raw = await greet(page);
    const welcome = await welcomed(page);
    expect(await stream(page, header({ ...raw, welcome }))).toBe(401);
    expect(page.tabs).toBe(0);
  });

  it("with a proof for this port, and not for another one", async () => {
    const [page, other] = [await open(), await open()];
    const { greeting, session } = await greet(page);
    const text = sessionText("tab", originOf(other), greeting, session);
    expect(await stream(page, `Readback ${session}.${proof(tabKey("t"), text)}`)).toBe(401);
  });

  it("once for each greeting", async () => {
    const page = await open();
    const { opening, response } = await enter(page);
    expect(response.status).toBe(200);
    expect(await stream(page, opening)).toBe(401);
    expect(page.tabs).toBe(1);
  });

  it("with its own key, and not with that of another tab", async () => {
    const page = await open();
    const { greeting, session } = await greet(page, "one");
    const text = sessionText("tab", originOf(page), greeting, session);
    expect(await stream(page, `Readback ${session}.${proof(tabKey("two"), text)}`)).toBe(401);
    const body = JSON.stringify({ key: "tab", id: "one", tab: "two", nonce: "n" });
    const foreign = await call(page, { method: "POST", path: "/greet", headers: json, body });
    expect(foreign.status).toBe(401);
  });
});

describe("a message is taken", () => {
  it("once, in its order, and only as it was sent", async () => {
    const page = await open();
    page.onAnswer(() => {});
    const heard: string[] = [];
    page.onRenderConfirmed((requestId) => heard.push(requestId));
    const tab = await enter(page);
    const [first, second] = [rendered("1"), rendered("2")];
    const sealed = (number: number, body = first) => tab.sealed(number, "/messages", body);
    const named = (number: number | string, { headers, body }: Sealed): Sealed => ({
      headers: { ...headers, authorization: `Readback ${tab.session}.${number}` },
      body,
    });
    const changed = (change: (body: Buffer) => Buffer): Sealed => {
      const { headers, body } = sealed(1);
      return { headers, body: change(body) };
    };
    const wrong: readonly Sealed[] = [
      changed(() => Buffer.from(first)),
      changed(() => Buffer.alloc(0)),
      changed((body) => body.subarray(0, -1)),
      changed((body) => Buffer.concat([body, Buffer.alloc(1)])),
      changed((body) => body.map((byte, at) => (at === 3 ? byte ^ 1 : byte)) as Buffer),
      named(2, sealed(1)),
      named("", sealed(1)),
      named("-1", sealed(1)),
      named("1e3", sealed(1_000)),
      sealed(0),
      tab.sealed(1, "/panel", first),
    ];
    for (const one of wrong) await refused(one);
    expect(heard).toEqual([]);
    expect((await post(page, sealed(3))).status).toBe(200);
    expect(heard).toEqual(["r"]);
    // Again, and one that was overtaken.
    await refused(sealed(3));
    await refused(sealed(2, second));
    expect((await post(page, sealed(4, second))).status).toBe(200);

    async function refused(one: Sealed): Promise<void> {
      const reply = await post(page, one);
      expect([reply.status, reply.headers["readback-proof"]]).toEqual([401, undefined]);
    }
  });

  it("in its own session, and not in another one or by another server", async () => {
    const [page, other] = [await open(), await open()];
    const [one, two] = [await enter(page, "one"), await enter(page, "two")];
    await enter(other, "one");
    const mine = one.sealed(1, "/messages", rendered("1"));
    const authorization = mine.headers.authorization.replace(one.session, two.session);
    const mixed = { ...mine, headers: { ...mine.headers, authorization } };
    expect((await post(page, mixed)).status).toBe(401);
    expect((await post(other, mine)).status).toBe(401);
  });
});

describe("the page's side", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** The page's own code, in a session with a real server. */
  async function session(page: QuestionPage) {
    const plainFetch = fetch;
    vi.stubGlobal("location", { origin: originOf(page) });
    const sent: RequestInit[] = [];
    let change = (response: Response) => response;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      sent.push(init);
      return change(await plainFetch(new URL(path, originOf(page)), init));
    });
    const key = { key: "tab", id: "t", secret: await importKey(tabKey("t")) } as const;
    const broken = vi.fn();
    const found = await pageGreet(key, "t", new AbortController().signal, broken);
    if (typeof found === "string") return expect.fail(found);
    const stream = await fetch("/events", { headers: { authorization: found.authorization } });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const chunks: string[] = [];
    const lines = async (count: number): Promise<string[]> => {
      while (chunks.join("").split("\n").length <= count) {
        chunks.push((await reader?.read())?.value ?? "");
      }
      return chunks.join("").split("\n");
    };
    return {
      found: found as Session,
      lines,
      broken,
      sent,
      tamper: (how: typeof change) => {
        change = how;
      },
    };
  }

  it("reads what the server said, in its order, as it was said", async () => {
    const { found, lines } = await session(await open());
    const [first = "", second = ""] = await lines(2);
    expect(JSON.parse((await found.read(first)) ?? "")).toMatchObject({ type: "keys" });
    expect(JSON.parse((await found.read(second)) ?? "")).toMatchObject({ type: "hello" });
  });

  it.each([
    ["swapped", (first: string, second: string) => [second, first]],
    ["repeated", (first: string) => [first, first]],
    ["left out", (_: string, second: string) => [second]],
    ["changed", (first: string) => [first.replace("keys", "ping")]],
    ["cut short", (first: string) => [first.slice(0, -1)]],
    ["not signed", () => ['{"type":"ping"}']],
  ])("takes no line that was %s", async (_, change) => {
    const { found, lines } = await session(await open());
    const [first = "", second = ""] = await lines(2);
    const read = [];
    for (const line of change(first, second)) read.push(await found.read(line));
    expect(read.at(-1)).toBeUndefined();
  });

  it("sends nothing that whoever has the port meanwhile could read", async () => {
    const page = await open();
    page.onAnswer(() => {});
    const { found, sent } = await session(page);
    expect((await found.post("/messages", rendered("secret-answer")))?.status).toBe(200);
    const bytes = Buffer.from(sent.at(-1)?.body as ArrayBuffer).toString("latin1");
    expect(bytes.length).toBeGreaterThan(rendered("secret-answer").length);
    for (const word of ["secret", "rendered", "requestId"]) expect(bytes).not.toContain(word);
  });

  it("hears only replies that the server gave to this message", async () => {
    const page = await open();
    page.onAnswer(() => {});
    const { found, broken, tamper } = await session(page);
    const taken = await found.post("/messages", rendered("1"));
    expect(taken).toEqual({ status: 200, body: '{"events":[]}' });
    tamper(({ headers }) => new Response('{"events":[{}]}', { headers }));
    expect(await found.post("/messages", rendered("2"))).toBeUndefined();
    tamper(({ headers, body }) => new Response(body, { headers, status: 400 }));
    expect(await found.post("/messages", rendered("3"))).toBeUndefined();
    tamper(() => new Response('{"events":[]}'));
    expect(await found.post("/messages", rendered("4"))).toBeUndefined();
    expect(broken).toHaveBeenCalledTimes(3);
  });

  it("gets keys that nobody can read on their way, and that another process knows", async () => {
    const page = await open();
    const { found, lines } = await session(page);
    const [first = ""] = await lines(1);
    expect(first).not.toContain(tabKey("t").toString("base64url"));
    const stored = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      setItem: (name: string, text: string) => stored.set(name, text),
    });
    vi.stubGlobal("location", { origin: originOf(page), hash: "" });
    const keys = createKeys("t");
    await keys.keep(JSON.parse((await found.read(first)) ?? ""), found.key);
    await page.stop();
    const next = await open({ port: page.port });
    const [own] = await keys.find();
    const again = own && (await pageGreet(own, "t", new AbortController().signal, () => {}));
    expect(again).toMatchObject({ authorization: expect.any(String) });
    expect([...stored.values()].join()).not.toContain(tabKey("t").toString("base64url"));
    expect(next.tabs).toBe(0);
  });
});

describe("a process that finds its port taken", () => {
  it("knows a page with the same secret from everything else", async () => {
    const page = await open();
    expect(await isOurPage(page.port, SECRET)).toBe(true);
    expect(await isOurPage(page.port, randomBytes(32).toString("base64url"))).toBe(false);
    await page.stop();
    expect(await isOurPage(page.port, SECRET)).toBe(false);
  });

  it.each([
    ["relays to it", (body: string, page: QuestionPage) => relayed(body, page)],
    ["makes something up", async () => '{"session":"x","proof":"y"}'],
    ["says nothing that can be read", async () => "<html>"],
    ["says too much", async () => "x".repeat(100_000)],
  ])("is not fooled by a program that %s", async (_, reply) => {
    const page = await open();
    const thief = createServer((incoming, response) => {
      incoming.on("data", async (body) => response.end(await reply(String(body), page)));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => thief.once("listening", resolve));
    expect(await isOurPage((thief.address() as AddressInfo).port, SECRET)).toBe(false);
    thief.close();
    thief.closeAllConnections();
  });
});

type Raw = Awaited<ReturnType<typeof greet>> & { readonly welcome: Welcome };

async function welcomed(page: QuestionPage): Promise<Welcome> {
  const body = JSON.stringify({ key: "tab", id: "t", tab: "t", nonce: "n" });
  return JSON.parse(
    (await call(page, { method: "POST", path: "/greet", headers: json, body })).body,
  );
}

function relayed(body: string, { port }: QuestionPage): Promise<string> {
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, path: "/greet", method: "POST", headers: json };
    httpRequest(options, (response) => response.on("data", (data) => resolve(String(data)))).end(
      body,
    );
  });
}
