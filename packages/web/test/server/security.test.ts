import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { createAccess } from "../../src/server/access.js";
import { type Call, call, posted, said } from "../support/http.js";
import { useQuestionPage } from "../support/question-page.js";
import { greet } from "../support/raw-tab.js";

const open = useQuestionPage();

describe("the local server", () => {
  it("listens on this machine alone", async () => {
    const page = await open();
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal);
    for (const { address } of others) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ host: address, port: page.port });
        socket.on("connect", () => resolve("connected"));
        socket.on("error", () => resolve("refused"));
      });
      expect(outcome).toBe("refused");
    }
    expect(page.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  it.each([
    ["another name (DNS rebinding)", { host: "evil.example" }],
    ["another port", { host: "127.0.0.1:1" }],
    ["no port", { host: "127.0.0.1" }],
    ["a foreign origin", { origin: "http://evil.example" }],
    ["an origin without a name", { origin: "null" }],
  ])("turns away who comes with %s, whatever they want", async (_, headers) => {
    const page = await open();
    const { opening } = await greet(page);
    for (const path of ["/", "/page.js", "/greet", "/events", "/messages"]) {
      const reply = await call(page, { path, headers: { authorization: opening, ...headers } });
      expect(reply.status).toBe(403);
      expect(JSON.parse(reply.body).error).toMatch(/^Wrong (Host|Origin)/);
    }
  });

  it("sends on who says localhost: there, another program may be the first to answer", async () => {
    const page = await open();
    const host = `localhost:${page.port}`;
    const { status, headers } = await call(page, { headers: { host, origin: `http://${host}` } });
    expect([status, headers.location]).toEqual([307, page.url]);
  });

  it("knows the name that browsers give to port 80: they leave out the number", () => {
    const { visitor } = createAccess(80);
    const from = (headers: IncomingHttpHeaders) => visitor({ headers } as IncomingMessage)?.status;
    expect(from({ host: "127.0.0.1", origin: "http://127.0.0.1" })).toBeUndefined();
    expect(from({ host: "localhost:80" })).toBeUndefined();
    expect(from({ host: "evil.example" })).toBe(403);
    expect(from({ host: "localhost", origin: "http://evil.example" })).toBe(403);
  });

  it("does not let another site's page call it, even in a session", async () => {
    const page = await open();
    page.onAnswer(() => {});
    const reply = await posted(
      page,
      { type: "rendered", requestId: "r" },
      { "sec-fetch-site": "cross-site" },
    );
    expect(reply.status).toBe(403);
  });

  it.each([
    "/../package.json",
    "/..%2f..%2fetc/passwd",
    "//etc/passwd",
    "/page.js/../../package.json",
    "/index.html",
    "/.git/config",
    "http://127.0.0.1/page.js",
    "/%00",
  ])("has no file for %s", async (path) => {
    expect((await call(await open(), { path })).status).toBe(404);
  });

  it("sets headers that keep foreign content out", async () => {
    const { headers } = await call(await open(), {});
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("escapes its title", async () => {
    const page = await open({ title: "<script>alert(1)</script>" });
    expect((await call(page, {})).body).not.toContain("<script>alert");
  });

  it("takes no more than the size it is told, announced or not", async () => {
    const page = await open({ maxBody: 2_000 });
    page.onAnswer(() => {});
    const long = "x".repeat(3_000);
    const announced = await posted(page, { type: "answer", requestId: long, answers: [] });
    expect(announced.status).toBe(413);
    expect(JSON.parse(announced.body).error).toBe("Too long: at most 2000 bytes can be sent");
    const chunked = await posted(
      page,
      { type: "answer", requestId: long, answers: [] },
      { "transfer-encoding": "chunked" },
    );
    expect(chunked.status).toBe(413);
  });

  it.each([
    [{ method: "DELETE", path: "/" }, 405],
    [{ method: "POST", path: "/events" }, 405],
    [{ method: "GET", path: "/messages" }, 405],
    [{ method: "GET", path: "/greet" }, 405],
    [{ method: "POST", path: "/greet", body: "{" }, 400],
    [{ method: "POST", path: "/greet", body: "null" }, 400],
    [{ method: "POST", path: "/greet", body: '{"key":"tab","id":"t","tab":"t"}' }, 400],
    [{ method: "POST", path: "/greet", body: '{"key":"x","id":"t","tab":"t","nonce":"n"}' }, 400],
    [{ method: "POST", path: "/greet", body: "x".repeat(2_000) }, 413],
  ])("answers %o with %i and a sentence", async (asked: Call, status) => {
    const headers = { "content-type": "application/json" };
    const reply = await call(await open(), { headers, ...asked });
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body).error.length).toBeGreaterThan(10);
  });

  it.each([
    ["{", 400],
    ["[]", 400],
    ['{"id":"1","tab":"t","type":"x"}', 400],
  ])("answers the message %s with %i and a sentence", async (body, status) => {
    const reply = await said(await open(), "/messages", body);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body).error.length).toBeGreaterThan(10);
  });

  it("takes nothing but sealed messages", async () => {
    const reply = await said(await open(), "/messages", "{}", { "content-type": "text/plain" });
    expect(reply.status).toBe(415);
  });

  it("cuts off who sends a request without ever ending it", async () => {
    const page = await open();
    const ended = new Promise((resolve) => {
      const socket = connect({ host: "127.0.0.1", port: page.port });
      socket.on("close", resolve);
      socket.on("error", () => {});
      socket.resume();
      socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
    });
    await ended;
  });
});
