/** What is needed of a connection: Node's own `Socket` has it. */
export interface SocketLike {
  on(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

/** What is needed of a server: Node's own `http.Server` has it. */
export interface ServerLike {
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  maxConnections: number;
  on(event: "connection", listener: (socket: SocketLike) => void): unknown;
}

const MOST_STRANGERS = 256;
const MOST_KNOWN = 1_024;

/**
 * Bounds an HTTP server of this machine: a request must arrive in time, and beyond 256 connections
 * that have not shown who they are, the oldest of them makes room for the next. Nobody is locked out
 * by a crowd of them. `admit` takes a connection out of that count, once its owner is known.
 */
export function limitStrangers(server: ServerLike): { admit(socket: SocketLike): void } {
  const strangers = new Set<SocketLike>();
  // A client that sends byte by byte must not hold a connection for long.
  server.headersTimeout = 5_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 5_000;
  server.maxConnections = MOST_STRANGERS + MOST_KNOWN;
  server.on("connection", (socket: SocketLike) => {
    strangers.add(socket);
    socket.on("close", () => strangers.delete(socket));
    const [oldest] = strangers.size > MOST_STRANGERS ? strangers : [];
    if (!oldest) return;
    strangers.delete(oldest);
    oldest.destroy();
  });
  return { admit: (socket) => void strangers.delete(socket) };
}
