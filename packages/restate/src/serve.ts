import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { InvalidInputError } from "@readback/core";
import { createEndpointHandler, type LoggerTransport } from "@restatedev/restate-sdk";
import type { Bindable } from "./readback-services.js";

/** Settings of {@link serve}. */
export interface ServeOptions {
  /** The port to listen on; 0: any free one. Default 9080. */
  readonly port?: number;
  /** The address to listen on. Default `127.0.0.1`; others need `identityKeys`. */
  readonly host?: string;
  /** Public keys of the Restate servers whose requests are taken, `publickeyv1_…`. Default, on loopback alone: whoever reaches the port. */
  readonly identityKeys?: readonly string[];
  /** Takes requests of whoever reaches an address that is not loopback: only where a network of its own keeps everybody else out. */
  readonly trustNetwork?: true;
  readonly services: readonly Bindable[];
  /** Told of what went wrong in a step; the cluster tries it again. Default: it goes to stderr. */
  readonly onProblem?: (problem: string) => void;
}

/** An endpoint that is being served. */
export interface Serving {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the machines to a Restate cluster, which has to be told the url once.
 * @example
 * const { url } = await serve({ port: 9080, services: readbackServices({ ask: {} }) });
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { port = 9080, host = "127.0.0.1", identityKeys, services } = options;
  const { onProblem = (problem: string) => console.error(problem) } = options;
  if (!isLoopback(host) && !identityKeys?.length && !options.trustNetwork) {
    const problem = `are needed to listen on ${host}: whoever reaches the port could run every handler. Give the Restate servers a request identity key, and its public half here; or set trustNetwork where nobody else reaches it`;
    throw new InvalidInputError("options of serve", [{ field: "identityKeys", problem }]);
  }
  // What the SDK tells beside errors is of every step, and of input that is refused.
  const logger: LoggerTransport = ({ level, context }, ...said) => {
    if (level !== "error") return;
    onProblem([context?.invocationTarget, ...said].map(String).join(" "));
  };
  const handler = createEndpointHandler({
    services: services as Parameters<typeof createEndpointHandler>[0]["services"],
    logger,
    ...(identityKeys && { identityKeys: [...identityKeys] }),
  });
  const server = createServer(handler);
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: used } = server.address() as AddressInfo;
  const at = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${at}:${used}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}

/** Names that mean this machine alone. */
const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
