import type { ServerResponse } from "node:http";
import { PING_INTERVAL } from "../shared/protocol.js";
import type { Session } from "./sessions.js";

/** A tab that takes nothing for so long is cut off; it comes back and gets how things stand. */
const MAX_UNSENT = 16 * 1024 * 1024;

/** A message for a tab, as plain JSON. `keys`, `rest` and `ping` are the server's own. */
export interface Line {
  readonly type: string;
}

interface Tab {
  readonly session: Session;
  readonly response: ServerResponse;
}

/** The connected tabs: one long response each, a line with a proof and JSON per message. */
export function createTabs(maxTabs: number, onLeave: (tab: string) => void) {
  const tabs = new Map<string, Tab>();

  function write({ session, response }: Tab, message: Line): void {
    if (response.writableLength > MAX_UNSENT) response.destroy();
    else response.write(`${session.line(JSON.stringify(message))}\n`);
  }

  function broadcast(message: Line, except?: string): void {
    for (const [name, tab] of tabs) if (name !== except) write(tab, message);
  }

  const pings = setInterval(() => broadcast({ type: "ping" }), PING_INTERVAL);
  pings.unref();

  return {
    count: () => tabs.size,
    isConnected: (tab: string) => tabs.has(tab),
    broadcast,
    send(name: string, message: Line): void {
      const tab = tabs.get(name);
      if (tab) write(tab, message);
    },
    join(session: Session, response: ServerResponse, hello: Line): void {
      const name = session.tab;
      // The same tab again: what is left of its earlier connection must not get what is for it.
      tabs.get(name)?.response.destroy();
      tabs.delete(name);
      for (const [oldest, other] of tabs) {
        if (tabs.size < maxTabs) break;
        // Browsers open six connections to one place: one tab more, and none could send.
        write(other, { type: "rest" });
        other.response.end();
        tabs.delete(oldest);
        onLeave(oldest);
      }
      const tab = { session, response };
      tabs.set(name, tab);
      response.on("close", () => {
        if (tabs.get(name) !== tab) return;
        tabs.delete(name);
        onLeave(name);
      });
      write(tab, session.keys());
      write(tab, hello);
    },
    stop(): void {
      clearInterval(pings);
      for (const { response } of tabs.values()) response.end();
    },
  };
}
