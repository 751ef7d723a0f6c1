import { InMemoryTransport as PairV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  McpServer as McpServerV2,
  InMemoryTransport as PairV2,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type ClientKind, type ClientSettings, connectClient, type TestClient } from "./clients.js";

export type AnyServer = McpServerV1 | McpServerV2;

/** Every server with every client that can talk to it. */
export const PAIRS = [
  { server: "1.x server", client: "v1" },
  { server: "2.x server", client: "v1" },
  { server: "2.x server", client: "v2" },
  { server: "2.x server", client: "v2 2026-07-28" },
] as const satisfies readonly { server: ServerKind; client: ClientKind }[];

export type ServerKind = "1.x server" | "2.x server";

/** Connects a server, which `register` fills, with a client, in one process. */
export async function connectInMemory(
  pair: { readonly server: ServerKind; readonly client: ClientKind },
  register: (server: AnyServer) => void,
  settings: ClientSettings = {},
): Promise<TestClient> {
  const info = { name: "test-server", version: "1.0.0" };
  if (pair.server === "1.x server") {
    const [forClient, forServer] = PairV1.createLinkedPair();
    const server = new McpServerV1(info);
    register(server);
    await server.connect(forServer);
    return connectClient(pair.client, forClient, settings);
  }
  const [forClient, forServer] = PairV2.createLinkedPair();
  serveStdio(
    () => {
      const server = new McpServerV2(info);
      register(server);
      return server;
    },
    { transport: forServer },
  );
  return connectClient(pair.client, forClient, settings);
}
