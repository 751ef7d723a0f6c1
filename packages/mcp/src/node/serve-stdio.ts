import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import type { AskUserHost } from "./open-ask-user.js";
import { serverInfo } from "./server-info.js";

/** A running server. */
export interface Serving {
  /** Resolves when the client is gone. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves the tools on stdin and stdout, to clients of any protocol version. */
export function serveStdio(host: AskUserHost, onError: (error: unknown) => void): Serving {
  const transport = new StdioServerTransport();
  const { close } = serve(
    () => {
      const server = new McpServer(serverInfo);
      host.register(server);
      return server;
    },
    { transport, onerror: onError },
  );
  // Set after `serve`, which sets its own: that one has to run, too.
  const onclose = transport.onclose;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  // The answer to a call that is cancelled may be on its way: what the client did not take is kept.
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    const requestId = cancelledIn(message);
    onmessage?.(message);
    if (requestId !== undefined) host.cancelled(requestId);
  };
  return { ended, close };
}

/** The request that a message cancels. */
function cancelledIn(message: object): string | number | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const { requestId } = ("params" in message && (message.params as object)) as {
    readonly requestId?: unknown;
  };
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : undefined;
}
