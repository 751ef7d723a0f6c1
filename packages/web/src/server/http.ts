import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { FromTab, ToTab } from "../shared/protocol.js";
import { ROUTES } from "../shared/protocol.js";
import type { createAccess, Refusal } from "./access.js";
import type { createAssets } from "./assets.js";
import { readBody } from "./body.js";
import { NotReadyError } from "./exchange.js";
import { parseMessage } from "./message.js";

const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
} as const;

const CALLS: readonly string[] = [ROUTES.events, ROUTES.messages, ROUTES.launch, ROUTES.panel];

interface Handlers {
  readonly onTab: (tab: string, response: ServerResponse) => void;
  readonly onMessage: (message: FromTab) => readonly ToTab[];
  /** The token for a code, once. */
  readonly onLaunch: (code: string) => string | undefined;
  /** What the application's part of the page said; absent when there is no such part. */
  readonly onPanel: ((message: unknown) => void) | undefined;
}

interface HttpOptions extends Handlers {
  /** Known only once the server listens. */
  readonly access: () => ReturnType<typeof createAccess>;
  readonly assets: ReturnType<typeof createAssets>;
  readonly maxBody: number;
  readonly onError: (error: unknown) => void;
}

/** The HTTP side: who may come in, what there is, and nothing else. */
export function createHttpServer(options: HttpOptions): Server {
  const server = createServer({ maxHeaderSize: 8_192, connectionsCheckingInterval: 1_000 });
  // A client that sends byte by byte must not hold a connection for long.
  server.headersTimeout = 5_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 5_000;
  server.maxConnections = 64;
  server.on("request", (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    handle(request, response, options).catch((error: unknown) => {
      options.onError(error);
      refuse(response, { status: 500, message: "The host failed to take this: it is kept here" });
    });
  });
  return server;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { access, assets, ...options }: HttpOptions,
): Promise<void> {
  const stranger = access().visitor(request);
  if (stranger) return refuse(response, stranger);
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const { method } = request;

  const asset = assets.get(path);
  if (asset) {
    if (method !== "GET" && method !== "HEAD") return wrongMethod(response, "GET, HEAD");
    response.writeHead(200, { "Content-Type": `${asset.type}; charset=utf-8` });
    response.end(method === "HEAD" ? undefined : asset.body);
    return;
  }
  if (!CALLS.includes(path) || (path === ROUTES.panel && !options.onPanel)) {
    return refuse(response, { status: 404, message: "There is nothing here: open /" });
  }
  const intruder =
    access().page(request) ?? (path === ROUTES.launch ? undefined : access().holder(request));
  if (intruder) return refuse(response, intruder);

  if (path === ROUTES.events) {
    if (method !== "GET") return wrongMethod(response, "GET");
    const tab = /^tab=([\w-]{1,64})$/.exec(query)?.[1];
    if (!tab) return refuse(response, { status: 400, message: "tab: must be a name" });
    response.writeHead(200, { "Content-Type": "application/x-ndjson; charset=utf-8" });
    options.onTab(tab, response);
    return;
  }
  if (method !== "POST") return wrongMethod(response, "POST");
  const isLaunch = path === ROUTES.launch;
  const body = await readBody(request, isLaunch ? 1_024 : options.maxBody);
  if (typeof body !== "string") return refuse(response, body);
  if (isLaunch) launch(body, response, options);
  else if (path === ROUTES.panel) panel(body, response, options);
  else take(body, response, options);
}

function launch(body: string, response: ServerResponse, { onLaunch }: Handlers): void {
  const token = onLaunch(/^\{"code":"([\w-]{1,200})"\}$/.exec(body)?.[1] ?? "");
  const message = "This code was used already, or is too old: open the address the program shows";
  if (token === undefined) refuse(response, { status: 401, message });
  else json(response, 200, { token });
}

function panel(body: string, response: ServerResponse, { onPanel }: Handlers): void {
  try {
    onPanel?.(JSON.parse(body));
    json(response, 200, {});
  } catch (error) {
    refuse(response, { status: 400, message: (error as Error).message });
  }
}

function take(body: string, response: ServerResponse, { onMessage }: Handlers): void {
  const message = parseMessage(body);
  try {
    if (typeof message === "string") refuse(response, { status: 400, message });
    else json(response, 200, { events: onMessage(message) });
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error;
    refuse(response, { status: 503, message: error.message });
  }
}

function wrongMethod(response: ServerResponse, allowed: string): void {
  response.setHeader("Allow", allowed);
  refuse(response, { status: 405, message: `Wrong method: use ${allowed}` });
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // The rest of the request, if any, is not worth reading.
  if (status === 413) response.setHeader("Connection", "close");
  json(response, status, { error: message });
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(value));
}
