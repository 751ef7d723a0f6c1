import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { askMachine } from "@readback/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useIdleSockets } from "../../web/test/support/idle.js";
import { type AskUserHost, openAskUser } from "../src/node/open-ask-user.js";
import { type HttpServing, serveHttp } from "../src/node/serve-http.js";
import {
  CLIENT_KINDS,
  type ClientKind,
  type ClientSettings,
  connectClient,
} from "./support/clients.js";
import { connectInMemory } from "./support/in-memory.js";

const token = "a-token-for-tests-0123456789";
const name = { questions: [{ question: "What is it called?" }] };

let dir: string;
let host: AskUserHost;
let server: HttpServing;
let errors: unknown[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "readback-http-"));
  errors = [];
  const onError = (error: unknown) => errors.push(error);
  host = await openAskUser({ dir, surface: "elicitation", quickestReply: 0, onError });
  server = await serveHttp(host, { token, onError });
});
afterEach(async () => {
  await server.close();
  await host.close();
  rmSync(dir, { recursive: true });
});

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A request of which every header can be chosen. */
function send(
  headers: Record<string, string>,
  {
    body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    path = "/mcp",
    method = "POST",
  } = {},
): Promise<Reply> {
  const { port } = new URL(server.url);
  const type = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return new Promise((resolve, reject) => {
    const options = { port, path, method, headers: { ...type, ...headers } };
    const request = httpRequest({ host: "127.0.0.1", ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

const allowed = { authorization: `Bearer ${token}` };

function connect(kind: ClientKind, settings: ClientSettings = {}, fetcher = fetch) {
  const Transport = kind === "v1" ? HttpV1 : HttpV2;
  const options = { requestInit: { headers: allowed }, fetch: fetcher };
  const transport = new Transport(new URL(server.url), options);
  return connectClient(kind, transport, settings);
}

describe("the server on HTTP refuses", () => {
  it.each([
    ["a request without a token", {}, 401, "Authorization: must be Bearer and the token"],
    ["a wrong token", { authorization: "Bearer wrong" }, 401, "Authorization"],
    ["the token in another scheme", { authorization: `Basic ${token}` }, 401, "Authorization"],
    ["a foreign Host", { ...allowed, host: "evil.example:80" }, 403, "Host: must be 127.0.0.1:"],
    ["a Host without the port", { ...allowed, host: "localhost" }, 403, "Host"],
    ["a foreign Origin", { ...allowed, origin: "https://evil.example" }, 403, "Origin"],
    ["a page of another port", { ...allowed, origin: "http://localhost:3000" }, 403, "Origin"],
    ["a page of no origin", { ...allowed, origin: "null" }, 403, "Origin"],
    ["an unknown session", { ...allowed, "mcp-session-id": "made-up" }, 404, "Initialize again"],
  ])("%s", async (_, headers, status, problem) => {
    const reply = await send(headers);
    expect(reply.status).toBe(status);
    expect(reply.body).toContain(problem);
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("any other path, whatever it looks like", async () => {
    for (const path of ["/", "/mcp/../etc/passwd", "/%2e%2e/mcp", "//mcp"]) {
      expect(await send(allowed, { path })).toMatchObject({ status: 404 });
    }
  });

  it("a body that is too large", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(1024 * 1024) });
    expect(await send(allowed, { body })).toMatchObject({ status: 413 });
  });

  it("what is not JSON", async () => {
    expect(await send(allowed, { body: "{" })).toMatchObject({ status: 400 });
    expect(await send({ ...allowed, "content-type": "text/plain" })).toMatchObject({ status: 415 });
  });
});

describe("connections that never show the token", () => {
  const openIdle = useIdleSockets();

  it("are bounded: the oldest makes room, and a client with the token is served", async () => {
    const client = await connect("v1", {
      elicit: async () => ({ action: "accept", content: { q1: "Readback" } }),
    });
    const idle = await openIdle(Number(new URL(server.url).port), 600);
    const [oldest, newest] = [idle[0], idle.at(-1)];
    await new Promise((resolve) => (oldest?.closed ? resolve(null) : oldest?.on("close", resolve)));
    expect(newest?.closed).toBe(false);
    expect((await client.call("ask_user", name)).result.outcome).toBe("answered");
    await client.close();
    const other = await connect("v2 2026-07-28");
    await other.close();
  });

  it("are closed when they do not end their request in time", { timeout: 30_000 }, async () => {
    const half = "POST /mcp HTTP/1.1\r\nX-Half: ";
    const [slow] = await openIdle(Number(new URL(server.url).port), 1, half);
    await new Promise((resolve) => slow?.on("close", resolve));
  });
});

describe.each(CLIENT_KINDS)("a %s client over HTTP", (kind) => {
  it("is asked through its own form", async () => {
    const client = await connect(kind, {
      elicit: async () => ({ action: "accept", content: { q1: "Readback" } }),
    });
    const { result } = await client.call("ask_user", name);
    expect(result).toMatchObject({ outcome: "answered", surface: "elicitation" });
    await client.close();
    expect(errors).toEqual([]);
  });

  it("that cannot show a form is told so at once", async () => {
    const client = await connect(kind);
    const { result } = await client.call("ask_user", name);
    expect(result.outcome).toBe("no_surface");
    await client.close();
  });
});

it("the server says what its tools are for, to a model that sees only their names", async () => {
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const reply = await send(allowed, { body });
  expect(reply.body).toContain('"instructions":"When only the person can decide');
});

describe("a run of Claude Code that no person sees", () => {
  afterEach(() => vi.unstubAllEnvs());
  const settings = {
    name: "claude-code",
    elicit: async () => ({ action: "accept" as const, content: { q1: "Readback" } }),
  };
  const started = (how: string) => {
    vi.stubEnv("CLAUDE_CODE_ENTRYPOINT", how);
    return connectInMemory({ server: "2.x server", client: "v2" }, host.register, settings);
  };

  it("gets no form from the server it has started", async () => {
    const client = await started("sdk-cli");
    const { result } = await client.call("ask_user", name);
    expect(result).toMatchObject({ outcome: "no_surface", renderConfirmed: false });
    await client.close();
  });

  it("is not one with a person at a terminal, or another client, or one over HTTP", async () => {
    const terminal = await started("cli");
    const overHttp = await connect("v1", settings);
    const other = await connectInMemory({ server: "2.x server", client: "v2" }, host.register, {
      ...settings,
      name: "other",
    });
    expect((await terminal.call("ask_user", name)).result.outcome).toBe("answered");
    vi.stubEnv("CLAUDE_CODE_ENTRYPOINT", "sdk-cli");
    for (const client of [overHttp, other]) {
      expect((await client.call("ask_user", name)).result.outcome).toBe("answered");
    }
    for (const client of [terminal, overHttp, other]) await client.close();
  });
});

it("a call ends before the client gives it up, where the client has said when that is", async () => {
  vi.stubEnv("MCP_TOOL_TIMEOUT", "2000");
  const folder = mkdtempSync(join(tmpdir(), "readback-limit-"));
  const other = await openAskUser({ dir: folder, surface: "elicitation", quickestReply: 0 });
  vi.unstubAllEnvs();
  const [mine, theirs] = [server, await serveHttp(other, { token, onError: console.error })];
  server = theirs;
  const client = await connect("v1", { elicit: () => new Promise(() => {}) });
  server = mine;
  const { result } = await client.call("ask_user", name, { timeout: 20_000 });
  expect(result).toMatchObject({ outcome: "pending", shouldRetry: true });
  await client.close();
  await theirs.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

describe("a client over HTTP that goes away while it asks", () => {
  it("has its form taken back", async () => {
    let show = () => {};
    const shown = new Promise<void>((resolve) => {
      show = resolve;
    });
    const client = await connect("v1", {
      elicit: () => {
        show();
        return new Promise(() => {});
      },
    });
    const call = client.call("ask_user", name);
    const lost = expect(call).rejects.toThrow();
    await shown;
    const closed = new Promise((resolve) => {
      host.asker.runtime.on(askMachine, (emitted) => {
        if (emitted.type === "ask.close") resolve(emitted.reason);
      });
    });
    await client.close();
    await lost;
    expect(await closed).toBe("aborted");
  });
});

describe.each(["v1", "v2"] as const)("a %s client over HTTP that connects again", (kind) => {
  it("finds its own question, and its next attempt", async () => {
    let shown = 0;
    const silent = await connect(kind, {
      elicit: (_, signal) => {
        shown += 1;
        return new Promise((_, reject) => signal.addEventListener("abort", reject));
      },
    });
    const lost = expect(silent.call("ask_user", name)).rejects.toThrow();
    await expect.poll(() => shown).toBe(1);
    await silent.close();
    await lost;
    const back = await connect(kind, {
      elicit: async () => ({ action: "accept", content: { q1: "Readback" } }),
    });
    expect((await back.call("ask_user", name)).result.outcome).toBe("answered");
    expect([...host.asker.runtime.live()]).toHaveLength(1);
    await back.close();
    expect(errors).toEqual([]);
  });
});

describe("a client over HTTP that does not take the result of its call", () => {
  const Same = { outcome: "answered", answers: [{ values: ["Readback"] }] };
  const bodyOf = (init: RequestInit | undefined) => {
    const { id, method, params } = JSON.parse(String(init?.body ?? "{}"));
    return { id, method, isReply: params?.inputResponses !== undefined };
  };

  it.each(["v1", "v2"] as const)(
    "because it has just cancelled finds it again: %s",
    async (kind) => {
      let forms = 0;
      let sent: RequestInit | undefined;
      const elicit = async () => {
        forms += 1;
        return { action: "accept" as const, content: { q1: forms === 1 ? "Readback" : "Again" } };
      };
      const client = await connect(kind, { elicit }, (url, init) => {
        if (bodyOf(init).method === "tools/call") sent = init;
        return fetch(url, init);
      });
      await client.call("ask_user", name);
      const { id: requestId } = bodyOf(sent);
      const params = { requestId, reason: "too late" };
      const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params });
      const reply = await send(headersOf(sent), { body });
      expect(reply.status).toBe(202);
      expect((await client.call("ask_user", name)).result).toMatchObject(Same);
      expect(forms).toBe(1);
      // What it has taken is not given again.
      const { result } = await client.call("ask_user", name);
      expect(result).toMatchObject({ outcome: "answered", answers: [{ values: ["Again"] }] });
      await client.close();
      expect(errors).toEqual([]);
    },
  );

  it("because it has closed the connection on it finds it again: v2 2026-07-28", async () => {
    let forms = 0;
    let isCut = false;
    const elicit = async () => {
      forms += 1;
      return { action: "accept" as const, content: { q1: "Readback" } };
    };
    const client = await connect("v2 2026-07-28", { elicit }, (url, init) => {
      if (isCut || !bodyOf(init).isReply) return fetch(url, init);
      isCut = true;
      return cutWhenAnswered(init as RequestInit);
    });
    await expect(client.call("ask_user", name)).rejects.toThrow();
    const values = () => [...host.asker.runtime.live()].map(([, { value }]) => value);
    await expect.poll(values).toEqual([{ ended: "holding" }]);
    expect((await client.call("ask_user", name)).result).toMatchObject(Same);
    expect(forms).toBe(1);
    await client.close();
    expect(errors).toEqual([]);
  });
});

function headersOf(init: RequestInit | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  new Headers(init?.headers).forEach((value, key) => {
    headers[key] = value;
  });
  return headers;
}

/** Sends a request, and resets the connection when the whole response is there. */
function cutWhenAnswered({ headers = {}, body }: RequestInit): Promise<never> {
  const socket = connectSocket(Number(new URL(server.url).port), "127.0.0.1");
  const content = String(body);
  const lines = Object.entries(headersOf({ headers })).map((line) => line.join(": "));
  const length = `content-length: ${Buffer.byteLength(content)}`;
  const host = `host: ${new URL(server.url).host}`;
  socket.write(["POST /mcp HTTP/1.1", host, ...lines, length, "", content].join("\r\n"));
  return new Promise((_, reject) => {
    let came = "";
    socket.on("data", (chunk) => {
      came += chunk;
      const isWhole = came.endsWith("0\r\n\r\n") || came.includes("Readback");
      if (isWhole) socket.resetAndDestroy();
    });
    socket.on("close", () => reject(new Error("cut")));
  });
}
