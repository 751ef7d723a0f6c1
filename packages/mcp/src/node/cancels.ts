import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { callName } from "../tool-call.js";
import type { ServedTools } from "./open-ask-user.js";

/** The part of a transport that is used. */
interface Listening {
  readonly sessionId?: string | undefined;
  onmessage?: ((message: JSONRPCMessage, extra?: never) => void) | undefined;
}

/**
 * The answer to a call that is cancelled may be on its way: what the client did not take is kept.
 * Set after the server has connected, whose own listener has to hear of it first.
 */
export function watchCancels(transport: Listening, host: Pick<ServedTools, "cancelled">): void {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    const requestId = cancelledIn(message);
    onmessage?.call(transport, message, extra);
    if (requestId !== undefined) host.cancelled(callName(transport.sessionId, requestId));
  };
}

/** The request that a message cancels. */
function cancelledIn(message: object): string | number | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const { requestId } = (("params" in message && message.params) || {}) as {
    readonly requestId?: unknown;
  };
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : undefined;
}
