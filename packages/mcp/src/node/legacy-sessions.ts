import { randomUUID } from "node:crypto";
import {
  type HandleRequestOptions,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { watchCancels } from "./cancels.js";
import { newServer } from "./new-server.js";
import type { ServedTools } from "./open-ask-user.js";

/** How many sessions are kept; the one that was silent the longest goes first. */
const MOST_SESSIONS = 1_000;

/** Sessions of clients that speak a protocol older than 2026-07-28. */
export interface LegacySessions {
  fetch(request: Request, options?: HandleRequestOptions): Promise<Response>;
  close(): Promise<void>;
}

/** Serves each session with a server of its own. */
export function createLegacySessions(
  host: ServedTools,
  maxRequestBodySize: number,
): LegacySessions {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      maxRequestBodySize,
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await newServer(host).connect(transport);
    watchCancels(transport, host);
    const [oldest] = sessions.values();
    if (sessions.size >= MOST_SESSIONS && oldest) {
      sessions.delete(oldest.sessionId ?? "");
      await oldest.close();
    }
    return transport;
  }

  return {
    async fetch(request, options) {
      const id = request.headers.get("mcp-session-id");
      const known = id === null ? undefined : sessions.get(id);
      if (id !== null && !known) return unknownSession();
      if (id !== null && known) {
        sessions.delete(id);
        sessions.set(id, known);
      }
      const transport = known ?? (await open());
      const requestIds = request.method === "POST" ? await requestIdsOf(request.clone()) : [];
      request.signal.addEventListener("abort", () => cancel(transport, requestIds), { once: true });
      return transport.handleRequest(request, options);
    },
    async close() {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      sessions.clear();
    },
  };
}

/** The stream for the answer is gone, and with it the client's way to get it. */
function cancel(
  transport: WebStandardStreamableHTTPServerTransport,
  requestIds: readonly (string | number)[],
): void {
  for (const requestId of requestIds) {
    const params = { requestId, reason: "The client disconnected" };
    transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }
}

async function requestIdsOf(request: Request): Promise<(string | number)[]> {
  const body: unknown = await request.json().catch(() => undefined);
  const messages = (Array.isArray(body) ? body : [body]) as ({ id?: unknown } | undefined)[];
  return messages.flatMap((message) => {
    const id = message && "method" in message ? message.id : undefined;
    return typeof id === "string" || typeof id === "number" ? [id] : [];
  });
}

function unknownSession(): Response {
  const message = "Mcp-Session-Id: unknown session. Initialize again without it.";
  const error = { code: -32_001, message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
