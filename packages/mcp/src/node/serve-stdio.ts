import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { watchCancels } from "./cancels.js";
import { newServer } from "./new-server.js";
import type { ServedTools } from "./open-ask-user.js";

/** A running server. */
export interface Serving {
  /** Resolves when the client is gone. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves the tools on stdin and stdout, to clients of any protocol version. */
export function serveStdio(host: ServedTools, onError: (error: unknown) => void): Serving {
  const transport = new StdioServerTransport();
  const { close } = serve(() => newServer(host), { transport, onerror: onError });
  // Set after `serve`, which sets its own: that one has to run, too.
  const onclose = transport.onclose;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  watchCancels(transport, host);
  return { ended, close };
}
