/** A transport of an SDK's client. */
interface Transport {
  onmessage?: ((message: Message) => void) | undefined;
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  setProtocolVersion?(version: string): void;
}

interface Message {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: RawError;
}

/** An error of JSON-RPC. */
interface RawError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What a raw client says of itself. */
export interface RawSettings {
  readonly name?: string;
  readonly capabilities?: object;
}

/** A client of protocol 2026-07-28 that shows everything that comes, as it came. */
export interface RawClient {
  /** The result of a request; throws its error. */
  request(method: string, params?: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const PROTOCOL = "2026-07-28";
const PREFIX = "io.modelcontextprotocol/";

/** Speaks over a transport without the SDK's client, which knows no tasks. */
export async function rawClient(
  over: unknown,
  { name = "raw-client", capabilities = {} }: RawSettings = {},
): Promise<RawClient> {
  const transport = over as Transport;
  const waiting = new Map<unknown, (message: Message) => void>();
  let last = 0;
  transport.onmessage = (message) => waiting.get(message.id)?.(message);
  await transport.start();
  transport.setProtocolVersion?.(PROTOCOL);
  const _meta = {
    [`${PREFIX}protocolVersion`]: PROTOCOL,
    [`${PREFIX}clientInfo`]: { name, title: `The ${name}`, version: "1.0.0" },
    [`${PREFIX}clientCapabilities`]: capabilities,
  };
  return {
    async request(method, params = {}) {
      last += 1;
      const id = last;
      const came = new Promise<Message>((resolve) => waiting.set(id, resolve));
      await transport.send({ jsonrpc: "2.0", id, method, params: { ...params, _meta } });
      const { result, error } = await came;
      waiting.delete(id);
      if (error) throw Object.assign(new Error(error.message), error);
      return result ?? {};
    },
    close: () => transport.close(),
  };
}
