import type { ServerResponse } from "node:http";
import { PING_INTERVAL, type ToTab } from "../shared/protocol.js";

/** A tab that takes nothing for so long is cut off; it comes back and gets how things stand. */
const MAX_UNSENT = 16 * 1024 * 1024;

/** The connected tabs: one long response each, a line of JSON per message. */
export function createTabs(maxTabs: number, onLeave: (tab: string) => void) {
  const tabs = new Map<string, ServerResponse>();

  function write(response: ServerResponse, message: ToTab): void {
    if (response.writableLength > MAX_UNSENT) response.destroy();
    else response.write(`${JSON.stringify(message)}\n`);
  }

  function broadcast(message: ToTab, except?: string): void {
    for (const [tab, response] of tabs) if (tab !== except) write(response, message);
  }

  const pings = setInterval(() => broadcast({ type: "ping" }), PING_INTERVAL);
  pings.unref();

  return {
    count: () => tabs.size,
    isConnected: (tab: string) => tabs.has(tab),
    broadcast,
    send(tab: string, message: ToTab): void {
      const response = tabs.get(tab);
      if (response) write(response, message);
    },
    join(tab: string, response: ServerResponse, hello: ToTab): void {
      // The same tab again: what is left of its earlier connection must not get what is for it.
      tabs.get(tab)?.destroy();
      tabs.delete(tab);
      for (const [oldest, other] of tabs) {
        if (tabs.size < maxTabs) break;
        // Browsers open six connections to one place: one tab more, and none could send.
        write(other, { type: "rest" });
        other.end();
        tabs.delete(oldest);
        onLeave(oldest);
      }
      tabs.set(tab, response);
      response.on("close", () => {
        if (tabs.get(tab) !== response) return;
        tabs.delete(tab);
        onLeave(tab);
      });
      write(response, hello);
    },
    stop(): void {
      clearInterval(pings);
      for (const response of tabs.values()) response.end();
    },
  };
}
