import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
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
 * `@statelyai/inspect` sends them, and records their runs. Pages of other sites are turned away.
 */
export async function receiveInspection({ port = 8080, to }: ReceiveOptions): Promise<Receiver> {
  const hashes = new Map<string, string>();
  let apps = 0;
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port,
    maxPayload: LARGEST,
    perMessageDeflate: false,
    verifyClient: ({ req }: { req: IncomingMessage }) =>
      isLocal(req) && server.clients.size < MOST_APPS,
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
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${taken}`,
    port: taken,
    stop: () =>
      new Promise((resolve) => {
        for (const client of server.clients) client.terminate();
        server.close(() => resolve());
      }),
  };
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** A program, or a page of this machine: no page of another site, under whichever name. */
function isLocal({ headers }: IncomingMessage): boolean {
  if (!LOCAL.test(headers.host ?? "")) return false;
  if (headers.origin === undefined) return true;
  const { protocol, host } = urlOf(headers.origin);
  return /^https?:$/.test(protocol) && LOCAL.test(host);
}

function urlOf(origin: string): { readonly protocol: string; readonly host: string } {
  try {
    return new URL(origin);
  } catch {
    return { protocol: "", host: "" };
  }
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}
