/** A message of JSON-RPC, as far as it is read. */
interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

interface HostListeners {
  /** The host tells something. */
  onNotice(method: string, params: unknown): void;
  /** The host is about to take the view down; it waits for this. */
  onTeardown(): Promise<void>;
}

/** The chat client around the view (MCP Apps, 2026-01-26). */
export interface Host {
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params?: object): void;
}

/** A host that does not answer for so long has lost the request. */
const PATIENCE = 20_000;

/** Talks to the host, which is the page around this frame. Nothing that comes from another window is heard. */
export function connectHost({ onNotice, onTeardown }: HostListeners): Host {
  const waiting = new Map<unknown, (message: Message) => void>();
  let last = 0;
  // A sandboxed view is not told the origin of its host. The host hears everything anyway: it carries it.
  const post = (message: object) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  async function serve({ id, method }: Message): Promise<void> {
    if (method === "ui/resource-teardown") await onTeardown();
    else if (method !== "ping") {
      post({ id, error: { code: -32_601, message: method } });
      return;
    }
    post({ id, result: {} });
  }

  addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    if (data.method === undefined) waiting.get(data.id)?.(data);
    else if (data.id === undefined) onNotice(data.method, data.params);
    else void serve(data);
  });

  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        const id = last;
        const settle = ({ result, error }: Message) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (error) reject(new Error(error.message));
          else resolve(result);
        };
        const timer = setTimeout(settle, PATIENCE, { error: { message: "No answer" } });
        waiting.set(id, settle);
        post({ id, method, params });
      }),
    notify: (method, params = {}) => post({ method, params }),
  };
}
