import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { PROOF_HEADER, SEALED_TYPE } from "../shared/handshake.js";
import { ROUTES } from "../shared/protocol.js";
import type { createAccess, Refusal } from "./access.js";
import { readBody } from "./body.js";
import { claimOf, parseGreeting } from "./greeting.js";
import type { Asset } from "./page-server.js";
import type { createSessions, Session } from "./sessions.js";
import { limitStrangers } from "./strangers.js";

const policy = (pictures: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'${pictures && ` ${pictures}`}; connect-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
} as const;

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
  readonly assets: ReadonlyMap<string, Asset>;
  /** What tabs may post, by path. */
  readonly posts: ReadonlyMap<string, Post>;
  /** Where pictures may come from besides this server; may be empty. */
  readonly pictures: string;
  readonly maxBody: number;
  readonly onTab: (session: Session, response: ServerResponse) => void;
  readonly onError: (error: unknown) => void;
}

/** Takes what a tab has posted, as text, and gives the reply. Whatever it throws is kept from the tab. */
export type Post = (body: string) => Outcome | Promise<Outcome>;

/** The HTTP status of a reply, and its body as a JSON value. */
export type Outcome = readonly [status: number, value: unknown];

/** The HTTP side: who may come in, what there is, and nothing else. */
export function createHttpServer(options: HttpOptions): Server {
  const server = createServer({ maxHeaderSize: 8_192, connectionsCheckingInterval: 1_000 });
  const { admit } = limitStrangers(server);
  const contentPolicy = policy(options.pictures);
  server.on("request", (request, response) => {
    response.setHeader("Content-Security-Policy", contentPolicy);
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
  const post = options.posts.get(path);
  if (!post && path !== ROUTES.greet && path !== ROUTES.events) {
    return refuse(response, { status: 404, message: "There is nothing here: open /" });
  }
  const foreign = access.page(request);
  if (foreign) return refuse(response, foreign);
  const allowed = path === ROUTES.events ? "GET" : "POST";
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
  if (!post) {
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
  const [status, value] = await post(body);
  json(response, status, value, sign);
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
