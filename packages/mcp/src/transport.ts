import type { McpServerLike } from "./mcp-server.js";

/** A server whose messages can be looked at: any `McpServer`, of 2.x or 1.x. */
export interface ConnectableServer extends McpServerLike {
  readonly server: McpServerLike["server"] & { connect(transport: never): Promise<void> };
}

/** A message of JSON-RPC, as far as it is read. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

interface Transport {
  send(message: Message, options?: unknown): Promise<void>;
  onmessage?: ((message: Message, extra?: unknown) => void) | undefined;
}

interface Passing {
  /** A message came in; the server has not seen it yet. */
  seen(message: Message): void;
  /** What goes out in place of this message. */
  sending(message: Message): Message;
}

/** Looks at messages at the transport, the one place that all of them pass in either SDK. Call it before the server connects. */
export function atTransport({ server }: ConnectableServer, { seen, sending }: Passing): void {
  const connect = server.connect.bind(server) as (it: Transport) => Promise<void>;
  const connectWatched = (transport: Transport): Promise<void> => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(sending(message), options);
    observe(transport, seen);
    return connect(transport);
  };
  Object.assign(server, { connect: connectWatched });
}

function observe(transport: Transport, seen: (message: Message) => void): void {
  let handler = transport.onmessage;
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    enumerable: true,
    get: () => handler,
    set(next: Transport["onmessage"]) {
      handler =
        next &&
        ((message, extra) => {
          seen(message);
          next(message, extra);
        });
    },
  });
}

/** A value as an object whose fields can be read. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
