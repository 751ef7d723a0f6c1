import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { limitStrangers } from "@readback/web/server";
import { type Refusal, refusalOf } from "./http-gate.js";
import { createLegacySessions } from "./legacy-sessions.js";
import { newServer } from "./new-server.js";
import type { ServedTools } from "./open-ask-user.js";

/** Settings of {@link serveHttp}. */
export interface HttpOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** What clients send as `Authorization: Bearer …`. */
  readonly token: string;
  readonly onError: (error: unknown) => void;
}

/** A server on HTTP. */
export interface HttpServing {
  /** What clients connect to. */
  readonly url: string;
  close(): Promise<void>;
}

const PATH = "/mcp";
const LARGEST_BODY = 1024 * 1024;

/** Serves the tools over Streamable HTTP on this machine only, to clients of any protocol version. */
export async function serveHttp(host: ServedTools, options: HttpOptions): Promise<HttpServing> {
  const { token, onError } = options;
  const bounds = { maxRequestBodySize: LARGEST_BODY };
  const modern = createMcpHandler(() => newServer(host), {
    legacy: "reject",
    onerror: onError,
    ...bounds,
  });
  const legacy = createLegacySessions(host, LARGEST_BODY);
  const handle = toNodeHandler(
    {
      fetch: async (request, exchange) =>
        (await isLegacyRequest(request, undefined, bounds))
          ? legacy.fetch(request, exchange)
          : modern.fetch(request, exchange),
    },
    { onerror: onError, ...bounds },
  );
  const server = createServer({ connectionsCheckingInterval: 1_000 }, (request, response) => {
    const refusal = refusalOf(request.url ?? "", request.headers, { port, path: PATH, token });
    if (refusal) return refuse(response, refusal);
    admit(request.socket);
    const extra = { exchange: nameExchange(request.socket, response) };
    const auth = { token, clientId: "", scopes: [], extra };
    handle(Object.assign(request, { auth }) as NodeIncomingMessageLike, response).catch(onError);
  });

  // A client may go while its result is on the way. A response that could not be sent to its end was
  // not received, nor one after which the connection is reset: the client closed it unread.
  let exchanges = 0;
  const latest = new WeakMap<Socket, string>();
  function nameExchange(socket: Socket, response: ServerResponse): string {
    exchanges += 1;
    const exchange = `exchange ${exchanges}`;
    latest.set(socket, exchange);
    response.once("close", () => {
      if (!response.writableFinished) host.cancelled(exchange);
    });
    return exchange;
  }
  server.on("connection", (socket) => {
    socket.on("error", () => host.cancelled(latest.get(socket) ?? ""));
  });
  const { admit } = limitStrangers(server);
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    async close() {
      await Promise.all([modern.close(), legacy.close()]);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function refuse(response: ServerResponse, { status, problem }: Refusal): void {
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  const error = { code: -32_000, message: problem };
  // Closed, so that a large body that nobody reads does not keep the connection.
  const headers = { "content-type": "application/json", connection: "close", ...challenge };
  response.writeHead(status, headers).end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
}
