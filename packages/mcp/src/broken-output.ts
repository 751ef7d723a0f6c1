import type { McpServerLike } from "./mcp-server.js";
import type { ConnectableServer } from "./transport.js";

interface Output {
  on(event: "error", listener: (error: { readonly code?: string }) => void): void;
}

/** A process has one standard output. */
let isListening = false;

/**
 * A client that dies while it is told something breaks the standard output. The transport of the 1.x SDK does not
 * listen for that, and the process would end with an error. That the client is gone is heard on standard input, as ever:
 * closing this transport would silence that. Call it before the server connects.
 */
export function surviveBrokenOutput(server: McpServerLike): void {
  const { server: connectable } = server as ConnectableServer;
  if (typeof connectable.connect !== "function") return;
  const connect = connectable.connect.bind(connectable) as (it: object) => Promise<void>;
  const connectWatched = (transport: object): Promise<void> => {
    if (transport.constructor.name === "StdioServerTransport" && !isListening) {
      isListening = true;
      const { process } = globalThis as { process?: { readonly stdout: Output } };
      process?.stdout.on("error", (error) => {
        if (error.code !== "EPIPE") throw error;
      });
    }
    return connect(transport);
  };
  Object.assign(connectable, { connect: connectWatched });
}
