import { type ReadonlySignal, signal } from "@preact/signals";
import { type ConnectionState, connect, createKeys, type Session } from "@readback/web/tab";
import type { Changed, Source, SourceMethod } from "./source.js";
import { SOURCE_METHODS } from "./source.js";
import { apiPath, type StreamLine } from "./wire.js";

const STATES: Readonly<Record<ConnectionState, string>> = {
  connecting: "Connecting…",
  connected: "",
  lost: "Connection lost. Trying again… What you see is how things stood.",
  stranger:
    "Another program answers at this address, and was told nothing. If you have run `readback viz` again, open its link.",
  resting: "This page is open in too many tabs, so this one rests. Reload it to use it again.",
  "no-link":
    "This address alone does not open the page. Open the link that `readback viz` shows, or run it again.",
  used: "This link was used already, or is too old. Open the link that `readback viz` shows again.",
  ended: "The server that knew this tab has ended. Run `readback viz` again, and open its link.",
};

/** A source on the server that gave this page, and what is wrong with the way there. */
export function createRemoteSource(): {
  readonly source: Source;
  readonly connection: ReadonlySignal<string>;
} {
  const tab = crypto.randomUUID();
  const keys = createKeys(tab);
  const connection = signal<string>(STATES.connecting);
  const listeners = new Set<(change: Changed) => void>();
  let session: Session | undefined;
  /** Questions that wait for a connection. */
  let waiting: (() => void)[] = [];
  let disconnect = () => {};

  async function ask(method: SourceMethod, values: readonly unknown[]): Promise<unknown> {
    for (;;) {
      const current = session;
      if (!current) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      const reply = await current.post(apiPath(method), bodyOf(values));
      // The connection ended on the way. Asking again is harmless; acting again may not be.
      if (!reply && method === "act")
        throw new Error("The connection was lost: look whether it was done");
      if (!reply) {
        if (session === current) session = undefined;
        continue;
      }
      const value: unknown = JSON.parse(reply.body);
      if (reply.status === 200) return value;
      throw new Error((value as { error?: string }).error ?? `The server said ${reply.status}`);
    }
  }
  function start(): void {
    disconnect();
    const at = new URLSearchParams(location.hash.slice(1)).get("at");
    disconnect = connect<StreamLine>({
      keys,
      tab,
      onMessage: (line) => {
        if (line.type !== "hello" && line.type !== "changed") return;
        for (const listener of listeners) listener(line);
      },
      onSession: (found) => {
        session = found;
        if (!found) return;
        const resumed = waiting;
        waiting = [];
        for (const resume of resumed) resume();
      },
      onState: (state) => {
        connection.value = STATES[state];
      },
    });
    // The key is taken out of the address; the moment that it leads to goes back in.
    if (at !== null) setTimeout(() => location.assign(`#${at}`));
  }
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#launch=")) start();
  });
  start();

  const methods = SOURCE_METHODS.map((method) => [
    method,
    (...values: readonly unknown[]) => ask(method, values),
  ]);
  const subscribe: Source["subscribe"] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { source: { ...Object.fromEntries(methods), subscribe } as Source, connection };
}

/** As JSON, which has no `undefined`: what is left out at the end stays out, and does not become `null`. */
function bodyOf(values: readonly unknown[]): string {
  const left = [...values];
  while (left.length > 0 && left.at(-1) === undefined) left.pop();
  return JSON.stringify(left);
}
