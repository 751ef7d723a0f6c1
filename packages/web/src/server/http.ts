import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { PROOF_HEADER, SEALED_TYPE } from "../shared/handshake.js";
import { type FromTab, ROUTES, type ToTab } from "../shared/protocol.js";
import type { createAccess, Refusal } from "./access.js";
import type { createAssets } from "./assets.js";
import { readBody } from "./body.js";
import { NotReadyError } from "./exchange.js";
import { claimOf, parseGreeting } from "./greeting.js";
import { parseMessage } from "./message.js";
import type { createSessions, Session } from "./sessions.js";
import { limitStrangers } from "./strangers.js";

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

const METHODS: Readonly<Record<string, "GET" | "POST">> = {
  [ROUTES.greet]: "POST",
  [ROUTES.events]: "GET",
  [ROUTES.messages]: "POST",
  [ROUTES.panel]: "POST",
};
const LONGEST_GREETING = 1_024;
const UNKNOWN = {
  status: 401,
  message: "This tab is not known, or no longer: open the page with the link the program shows",
};

interface HttpOptions {
  /** Known only once the server listens. */
  readonly door: () => {
    readonly url: string;
    readonly access: ReturnType<typeof createAccess>;
    readonly sessions: ReturnType<typeof createSessions>;
  };
  readonly assets: ReturnType<typeof createAssets>;
  readonly maxBody: number;
  readonly onTab: (session: Session, response: ServerResponse) => void;
  readonly onMessage: (message: FromTab) => readonly ToTab[];
  /** What the application's part of the page said; absent when there is no such part. */
  readonly onPanel: ((message: unknown) => void) | undefined;
  readonly onError: (error: unknown) => void;
}

/** The HTTP side: who may come in, what there is, and nothing else. */
export function createHttpServer(options: HttpOptions): Server {
  const server = createServer({ maxHeaderSize: 8_192, connectionsCheckingInterval: 1_000 });
  const { admit } = limitStrangers(server);
  server.on("request", (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    handle(request, response, options, () => admit(request.socket)).catch((error: unknown) => {
      options.onError(error);
      refuse(response, { status: 500, message: "The host failed to take this: it is kept here" });
    });
  });
  return server;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpOptions,
  admit: () => void,
): Promise<void> {
  const { url, access, sessions } = options.door();
  const stranger = access.visitor(request);
  if (stranger) return refuse(response, stranger);
  const [path = ""] = (request.url ?? "").split("?", 1);
  const { method } = request;

  const asset = options.assets.get(path);
  if (asset) {
    if (method !== "GET" && method !== "HEAD") return wrongMethod(response, "GET, HEAD");
    // There another program may listen, on ::1: proofs are for one origin only.
    if (request.headers.host?.startsWith("localhost") && path === ROUTES.page) {
      response.writeHead(307, { Location: url }).end();
      return;
    }
    response.writeHead(200, { "Content-Type": `${asset.type}; charset=utf-8` });
    response.end(method === "HEAD" ? undefined : asset.body);
    return;
  }
  const allowed = Object.hasOwn(METHODS, path) ? METHODS[path] : undefined;
  if (!allowed || (path === ROUTES.panel && !options.onPanel)) {
    return refuse(response, { status: 404, message: "There is nothing here: open /" });
  }
  const foreign = access.page(request);
  if (foreign) return refuse(response, foreign);
  if (method !== allowed) return wrongMethod(response, allowed);

  if (path === ROUTES.greet) {
    const body = await readBody(request, "application/json", LONGEST_GREETING);
    if (!Buffer.isBuffer(body)) return refuse(response, body);
    const greeting = parseGreeting(body.toString());
    if (typeof greeting === "string") return refuse(response, { status: 400, message: greeting });
    const welcome = sessions.greet(greeting);
    return welcome ? json(response, 200, welcome) : refuse(response, UNKNOWN);
  }

  const claim = claimOf(request);
  if (!claim) return refuse(response, UNKNOWN);
  if (path === ROUTES.events) {
    const opened = sessions.open(claim.session, claim.proof);
    if (!opened) return refuse(response, UNKNOWN);
    admit();
    response.writeHead(200, { "Content-Type": "application/x-ndjson; charset=utf-8" });
    options.onTab(opened, response);
    return;
  }

  const session = sessions.find(claim.session);
  // Before the body is read: strangers have nothing to send.
  if (!session?.awaits(claim.number)) return refuse(response, UNKNOWN);
  const sign = (status: number, text: string) => session.reply(claim.number, status, text);
  const sealed = await readBody(request, SEALED_TYPE, options.maxBody);
  if (!Buffer.isBuffer(sealed)) return refuse(response, sealed, sign);
  const body = session.take(claim.number, path, sealed);
  if (body === undefined) return refuse(response, UNKNOWN);
  admit();
  const [status, value] = path === ROUTES.panel ? panel(body, options) : take(body, options);
  json(response, status, value, sign);
}

type Outcome = readonly [status: number, value: unknown];

function panel(body: string, { onPanel }: HttpOptions): Outcome {
  try {
    onPanel?.(JSON.parse(body));
    return [200, {}];
  } catch (error) {
    return [400, { error: (error as Error).message }];
  }
}

function take(body: string, { onMessage }: HttpOptions): Outcome {
  const message = parseMessage(body);
  if (typeof message === "string") return [400, { error: message }];
  try {
    return [200, { events: onMessage(message) }];
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error;
    return [503, { error: error.message }];
  }
}

function wrongMethod(response: ServerResponse, allowed: string): void {
  response.setHeader("Allow", allowed);
  refuse(response, { status: 405, message: `Wrong method: use ${allowed}` });
}

type Sign = (status: number, text: string) => string;

function refuse(response: ServerResponse, { status, message }: Refusal, sign?: Sign): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // The rest of the request, if any, is not worth reading.
  if (status === 413 || status === 401) response.setHeader("Connection", "close");
  json(response, status, { error: message }, sign);
}

function json(response: ServerResponse, status: number, value: unknown, sign?: Sign): void {
  const text = JSON.stringify(value);
  if (sign) response.setHeader(PROOF_HEADER, sign(status, text));
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(text);
}
