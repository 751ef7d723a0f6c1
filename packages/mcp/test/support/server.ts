import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
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
import type { AskUserHostOptions } from "../../src/node/open-ask-user.js";
import { type ClientKind, type ClientSettings, connectClient, type TestClient } from "./clients.js";
import { type RawClient, type RawSettings, rawClient } from "./raw-client.js";

const script = fileURLToPath(new URL("server.mjs", import.meta.url));
const token = "a-token-for-tests-0123456789";

export interface Way {
  readonly client: ClientKind;
  readonly over: "stdio" | "HTTP";
}

export interface ServerSettings
  extends Pick<AskUserHostOptions, "patience" | "heartbeat" | "session"> {
  readonly asker?: { renderTimeout?: number; responseTimeout?: number };
  /** Whether the server believes that it can open a browser. */
  readonly canOpen?: boolean;
}

interface Closing {
  close(): Promise<void>;
}

interface Ready {
  readonly pid: number;
  readonly page: string;
  readonly url?: string;
}

/** A client as a test uses one. */
type Clients<C, S> = (transport: unknown, settings: S) => Promise<C>;

/** A server process with its first client. */
export interface RunningServer<C = TestClient, S = ClientSettings> {
  readonly client: C;
  readonly pid: number;
  /** What opens the question page. */
  readonly page: string;
  /** Another client, of the same server where the transport allows it. */
  connect(settings?: S): Promise<C>;
  /** Ends the process as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Servers of one project: they share a state folder, and end after the test. */
export function createProject() {
  const dir = mkdtempSync(join(tmpdir(), "readback-mcp-"));
  const ending: (() => Promise<unknown>)[] = [];

  async function start(way: Way, settings: ServerSettings = {}): Promise<RunningServer> {
    const clients: Clients<TestClient, ClientSettings> = (transport, given) =>
      connectClient(way.client, transport, given);
    return way.over === "stdio"
      ? overStdio(way, settings, clients)
      : overHttp(way, settings, clients);
  }

  /** The same with clients of protocol 2026-07-28 that show everything as it comes. */
  async function startRaw(
    over: Way["over"],
    settings: ServerSettings,
    first: RawSettings,
  ): Promise<RunningServer<RawClient, RawSettings>> {
    const way = { client: "v2 2026-07-28", over } as const;
    const clients: Clients<RawClient, RawSettings> = (transport, given) =>
      rawClient(transport, { ...first, ...given });
    return over === "stdio" ? overStdio(way, settings, clients) : overHttp(way, settings, clients);
  }

  function commandLine(settings: object): string[] {
    return [script, JSON.stringify({ dir, ...settings })];
  }

  async function overStdio<C extends Closing, S extends object>(
    { client: kind }: Way,
    settings: ServerSettings,
    clients: Clients<C, S>,
  ) {
    const open = async (clientSettings: S = {} as S) => {
      const Transport = kind === "v1" ? StdioV1 : StdioV2;
      const transport = new Transport({
        command: process.execPath,
        args: commandLine(settings),
        env: { XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? "" },
        stderr: "pipe",
      });
      const ready = readyOf(transport.stderr as Readable);
      const client = await clients(transport, clientSettings);
      ending.push(() => client.close());
      return { client, ...(await ready) };
    };
    const { client, page, pid } = await open();
    const kill = async () => {
      const gone = whenGone(pid);
      process.kill(pid, "SIGKILL");
      await gone;
    };
    return {
      client,
      pid,
      page,
      kill,
      connect: async (given?: S) => (await open(given)).client,
    };
  }

  async function overHttp<C extends Closing, S extends object>(
    { client: kind }: Way,
    settings: ServerSettings,
    clients: Clients<C, S>,
  ) {
    const child = spawn(process.execPath, commandLine({ ...settings, http: true, token }), {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const { page, pid, url = "" } = await readyOf(child.stderr);
    const connect = async (clientSettings: S = {} as S) => {
      const headers = { Authorization: `Bearer ${token}` };
      const Transport = kind === "v1" ? HttpV1 : HttpV2;
      const transport = new Transport(new URL(url), { requestInit: { headers } });
      const client = await clients(transport, clientSettings);
      ending.push(() => client.close());
      return client;
    };
    const kill = () => end(child, "SIGKILL");
    ending.push(() => end(child, "SIGTERM"));
    return { client: await connect(), pid, page, kill, connect };
  }

  return {
    dir,
    start,
    startRaw,
    async end() {
      for (const finish of ending.splice(0).reverse()) await finish();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** The line in which the server says that it is there; the rest of what it says is shown. */
function readyOf(stderr: Readable): Promise<Ready> {
  return new Promise((resolve) => {
    createInterface(stderr).on("line", (line) => {
      if (line.startsWith("READY ")) resolve(JSON.parse(line.slice(6)) as Ready);
      else console.error(line);
    });
  });
}

/** The process is a child of the client's transport, which says nothing: so look. */
async function whenGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
