import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  type ClientKind,
  connectClient,
  type TestClient,
} from "../../../mcp/test/support/clients.js";
import type { Row } from "./tally.js";

// `readback mcp`, as coding agents start it, in one project.

const COMMAND = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));
const TOKEN = "a-token-for-the-storm-0123456789";

/** A client and the server process it is connected to. */
export interface Connected {
  readonly client: TestClient;
  readonly pid: number;
  /** Where the server says that questions appear. */
  readonly port: number;
  readonly link: string;
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>;
}

/** How an agent gets to its server: it starts its own, or joins the one on HTTP. */
export type Connect = () => Promise<Connected>;

export function createServers() {
  const folder = mkdtempSync(join(tmpdir(), "readback-storm-mcp-"));
  const { NODE_EXTRA_CA_CERTS: _, READBACK_DIR: __, ...rest } = process.env;
  const env = { ...rest, READBACK_TOKEN: TOKEN } as Record<string, string>;
  const children = new Set<ChildProcess>();
  const closing = new Set<TestClient>();

  const argumentsOf = (session: string, more: readonly string[] = []) => [
    ...[COMMAND, "mcp", "--no-open", "--surface", "page", "--patience", "3"],
    ...["--session", session, "--dir", join(folder, ".readback"), ...more],
  ];

  function overStdio(kind: ClientKind, name: string, row: Row): Connect {
    return async () => {
      const Transport = kind === "v1" ? StdioV1 : StdioV2;
      const args = argumentsOf(name);
      const transport = new Transport({ command: process.execPath, args, env, stderr: "pipe" });
      const said = listenTo(transport.stderr as Readable);
      let end = () => {};
      const gone = new Promise<void>((resolve) => {
        end = resolve;
      });
      row.runs += 1;
      const client = await connectClient(kind, transport, { name });
      const { onclose } = transport;
      transport.onclose = () => {
        onclose?.();
        end();
      };
      closing.add(client);
      return { client, pid: transport.pid ?? 0, gone, ...(await said.page) };
    };
  }

  /** One server for several clients. */
  function overHttp(name: string, row: Row): (kind: ClientKind) => Connect {
    let server: ReturnType<typeof start> | undefined;

    function start() {
      const args = argumentsOf(name, ["--http", "--port", "0"]);
      const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
      children.add(child);
      row.runs += 1;
      const said = listenTo(child.stderr);
      const gone = new Promise<void>((resolve) => {
        child.once("exit", () => {
          children.delete(child);
          if (server?.child === child) server = undefined;
          resolve();
        });
      });
      return { child, said, gone };
    }

    return (kind) => async () => {
      server ??= start();
      const { child, said, gone } = server;
      const isGone = gone.then(() => Promise.reject(new Error("killed before it was ready")));
      const [url, page] = await Promise.race([Promise.all([said.url, said.page]), isGone]);
      const Transport = kind === "v1" ? HttpV1 : HttpV2;
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const transport = new Transport(new URL(url), { requestInit: { headers } });
      const connecting = connectClient(kind, transport, { name });
      const client = await Promise.race([connecting, isGone]);
      closing.add(client);
      return { client, pid: child.pid ?? 0, gone, ...page };
    };
  }

  return {
    overStdio,
    overHttp,
    async end() {
      for (const client of closing) await client.close().catch(() => {});
      for (const child of children) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a server says on standard error: where it serves, and where its questions appear. */
function listenTo(stderr: Readable) {
  let hasUrl = (_: string) => {};
  let hasPage = (_: { port: number; link: string }) => {};
  const url = new Promise<string>((resolve) => {
    hasUrl = resolve;
  });
  const page = new Promise<{ port: number; link: string }>((resolve) => {
    hasPage = resolve;
  });
  createInterface(stderr).on("line", (line) => {
    const serving = /^Serving MCP on (\S+)/.exec(line)?.[1];
    const [, port, link] = /^Questions appear on \S+:(\d+)\/\. To open it: (\S+)/.exec(line) ?? [];
    if (serving) hasUrl(serving);
    else if (port && link) hasPage({ port: Number(port), link });
    else if (line.startsWith("error")) console.log(`a server: ${line}`);
  });
  return { url, page };
}
