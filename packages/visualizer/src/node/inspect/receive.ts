import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { mustFit } from "@readback/core/host";
import { PageServerError } from "@readback/web/page-server";
import { type RawData, WebSocketServer } from "ws";
import { createRecorder, type Recording } from "./recorder.js";

/** The largest message, in bytes. */
const LARGEST = 4 * 2 ** 20;
const MOST_APPS = 32;

/** Settings of {@link receiveInspection}. */
export interface ReceiveOptions {
  /** Default 8080: where `createWebSocketInspector` sends by itself. */
  readonly port?: number;
  readonly to: Recording;
  /** What an app's address has to end in, 16 characters or more, as in an address. Default: a new one each time. */
  readonly token?: string;
}

/** A place that apps send their inspection events to. */
export interface Receiver {
  /** For `createWebSocketInspector({ url })`. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Takes inspection events of XState v5 apps on this machine, as `createWebSocketInspector` of
 * `@statelyai/inspect` sends them, and records their runs. Who does not know the address, and pages of other
 * sites, are turned away. (The client can send nothing else to prove itself with: the token is the path.)
 */
export async function receiveInspection(options: ReceiveOptions): Promise<Receiver> {
  mustFit(options, { to: {} }, "options of receiveInspection");
  const { port = 8080, to, token = randomBytes(16).toString("base64url") } = options;
  if (!/^[\w-]{16,}$/.test(token)) {
    throw new TypeError("token: must be 16 or more letters, digits, - and _, as in an address");
  }
  const hashes = new Map<string, string>();
  let apps = 0;
  let taken = port;
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port,
    maxPayload: LARGEST,
    perMessageDeflate: false,
    verifyClient({ req }: { req: IncomingMessage }, decide: Decide) {
      const refusal = refusalOf(req, taken, token);
      if (refusal) {
        to.note("turned away", refusal.message);
        decide(false, refusal.status, refusal.message);
      } else if (server.clients.size < MOST_APPS) decide(true);
      else decide(false, 503, `At most ${MOST_APPS} apps are watched at a time`);
    },
  });
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const problem = error.code === "EADDRINUSE" ? "is in use" : `cannot be used (${error.message})`;
    const code = error.code === "EADDRINUSE" ? "port_in_use" : "listen_failed";
    throw new PageServerError(code, `inspect: port ${port} ${problem}: choose another one`);
  });
  server.on("connection", (socket) => {
    apps += 1;
    const take = createRecorder(`app ${apps}`, to, hashes);
    socket.on("message", (data, isBinary) => take(isBinary ? undefined : parsed(data)));
    // It ends with the connection; there is nobody to tell.
    socket.on("error", () => socket.terminate());
  });
  server.on("error", (error) => to.note("inspection", error.message));
  taken = (server.address() as AddressInfo).port;
  return {
    url: `ws://127.0.0.1:${taken}/${token}`,
    port: taken,
    stop: () =>
      new Promise((resolve) => {
        for (const client of server.clients) client.terminate();
        server.close(() => resolve());
      }),
  };
}

type Decide = (isAllowed: boolean, status?: number, message?: string) => void;

const NAMES = ["127.0.0.1", "localhost"];

/** Why an app is turned away: only a program or a page of this machine may send, that was given the address. */
function refusalOf({ headers, url }: IncomingMessage, port: number, token: string) {
  // The usual port is left out.
  const hosts = NAMES.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]);
  if (!hosts.includes(headers.host ?? "")) {
    return { status: 403, message: `Wrong Host: send to 127.0.0.1:${port}` };
  }
  const { protocol, hostname } = urlOf(headers.origin ?? "http://localhost");
  if (!/^https?:$/.test(protocol) || ![...NAMES, "[::1]"].includes(hostname)) {
    return { status: 403, message: "Wrong Origin: a page of another site may not send here" };
  }
  if (!isSame((url ?? "").slice(1), token)) {
    return { status: 401, message: "Wrong address: send to the one that readback viz printed" };
  }
  return undefined;
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function urlOf(origin: string): { readonly protocol: string; readonly hostname: string } {
  try {
    return new URL(origin);
  } catch {
    return { protocol: "", hostname: "" };
  }
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}
