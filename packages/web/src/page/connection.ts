import { PING_INTERVAL, ROUTES, type ToTab } from "../shared/protocol.js";

/** How the tab stands with the server. `refused` and `resting` end it; the others go on by themselves. */
export type ConnectionState = "connecting" | "connected" | "lost" | "refused" | "resting";

interface ConnectionOptions {
  readonly token: string;
  readonly tab: string;
  readonly onMessage: (message: ToTab) => void;
  readonly onState: (state: ConnectionState) => void;
}

const FIRST_DELAY = 250;
const MAX_DELAY = 5_000;
/** Two signs of life missed, and some: the machine slept, or the server is gone. */
const SILENCE = PING_INTERVAL * 2.5;

/** Reads the server's messages, and connects anew whenever that ends. Returns how to stop. */
export function connect({ token, tab, onMessage, onState }: ConnectionOptions): () => void {
  const stopping = new AbortController();
  let delay = FIRST_DELAY;
  let wake = () => {};
  onState("connecting");
  void run();

  async function run(): Promise<void> {
    const wakeUp = () => wake();
    for (const name of ["online", "pageshow"]) {
      addEventListener(name, wakeUp, { signal: stopping.signal });
    }
    document.addEventListener("visibilitychange", wakeUp, { signal: stopping.signal });
    while (!stopping.signal.aborted) {
      const end = await readOnce().catch(() => "lost" as const);
      if (stopping.signal.aborted) return;
      onState(end);
      if (end !== "lost") return;
      await new Promise<void>((resolve) => {
        // Spread out, so that many tabs do not come back in one moment.
        const timer = setTimeout(resolve, delay * (0.75 + Math.random() / 2));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      delay = Math.min(delay * 2, MAX_DELAY);
    }
  }

  /** One connection, from its start to its end. */
  async function readOnce(): Promise<"lost" | "refused" | "resting"> {
    const ending = new AbortController();
    const abort = () => ending.abort();
    stopping.signal.addEventListener("abort", abort);
    let watch = setTimeout(abort, SILENCE);
    try {
      const response = await fetch(`${ROUTES.events}?tab=${tab}`, {
        headers: { Authorization: `Bearer ${token}` },
        cache: "no-store",
        signal: ending.signal,
      });
      if (response.status === 401 || response.status === 403) return "refused";
      if (!response.ok || !response.body) return "lost";
      const lines = readLines(response.body.pipeThrough(new TextDecoderStream()));
      for await (const line of lines) {
        clearTimeout(watch);
        watch = setTimeout(abort, SILENCE);
        const message = JSON.parse(line) as ToTab;
        if (message.type === "rest") return "resting";
        if (message.type === "hello") {
          delay = FIRST_DELAY;
          onState("connected");
        }
        try {
          onMessage(message);
        } catch (error) {
          // A message that cannot be used is no reason to read no other.
          reportError(error);
        }
      }
      return "lost";
    } finally {
      clearTimeout(watch);
      stopping.signal.removeEventListener("abort", abort);
      ending.abort();
    }
  }

  return () => stopping.abort();
}

async function* readLines(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield line;
  }
}
