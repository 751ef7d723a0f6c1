import { type KeysLine, PING_INTERVAL, ROUTES } from "../shared/protocol.js";
import type { createKeys } from "./keys.js";
import { greet, type Session } from "./session.js";

/** How the tab stands with the server. `lost` and `stranger` go on by themselves, as does `connecting`. */
export type ConnectionState =
  | "connecting"
  | "connected"
  | "lost"
  | "stranger"
  | "resting"
  | "no-link"
  | "used"
  | "ended";

interface ConnectionOptions<Message> {
  readonly keys: ReturnType<typeof createKeys>;
  readonly tab: string;
  /** What the server says, besides the keys; the first message is `hello`. */
  readonly onMessage: (message: Message) => void;
  /** The session to send in; `undefined` when there is none. */
  readonly onSession: (session: Session | undefined) => void;
  readonly onState: (state: ConnectionState) => void;
}

const FIRST_DELAY = 250;
/** Slow, because another process takes over the page within two seconds. */
const DELAY_GROWTH = 1.2;
const MAX_DELAY = 5_000;
/** How long whoever is there may take to prove itself and to say how things stand. */
const PATIENCE = 10_000;
/** Two signs of life missed, and some: the machine slept, or the server is gone. */
const SILENCE = PING_INTERVAL * 2.5;

/** Reads the server's messages, and connects again whenever that ends. Returns how to stop. */
export function connect<Message extends { readonly type: string }>(
  options: ConnectionOptions<Message>,
): () => void {
  const { keys, tab, onMessage, onSession, onState } = options;
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
      const end = await connectOnce().catch(() => "lost" as const);
      if (stopping.signal.aborted) return;
      onState(end);
      if (end !== "lost" && end !== "stranger") return;
      await new Promise<void>((resolve) => {
        // Spread out, so that many tabs do not come back in one moment.
        const timer = setTimeout(resolve, delay * (0.75 + Math.random() / 2));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      delay = Math.min(delay * DELAY_GROWTH, MAX_DELAY);
    }
  }

  /** One connection, from its start to its end. */
  async function connectOnce(): Promise<ConnectionState> {
    const ending = new AbortController();
    const abort = () => ending.abort();
    stopping.signal.addEventListener("abort", abort);
    let watch = setTimeout(abort, PATIENCE);
    const onLine = () => {
      clearTimeout(watch);
      watch = setTimeout(abort, SILENCE);
    };
    try {
      const session = await enter(ending.signal, abort);
      return typeof session === "string" ? session : await read(session, ending.signal, onLine);
    } finally {
      clearTimeout(watch);
      stopping.signal.removeEventListener("abort", abort);
      ending.abort();
      if (!stopping.signal.aborted) onSession(undefined);
    }
  }

  /** A session with the first key that whoever is there knows, or why there is none. */
  async function enter(signal: AbortSignal, abort: () => void): Promise<Session | ConnectionState> {
    let why: ConnectionState = "no-link";
    for (const key of await keys.find()) {
      const found = await greet(key, tab, signal, abort);
      if (typeof found !== "string") return found;
      if (found === "away") return "lost";
      // A key of this tab is known to every server that has the secret.
      if (found === "stranger" || key.key === "tab") return "stranger";
      why = key.key === "launch" ? "used" : "ended";
    }
    return why;
  }

  async function read(
    session: Session,
    signal: AbortSignal,
    onLine: () => void,
  ): Promise<ConnectionState> {
    const response = await fetch(ROUTES.events, {
      headers: { Authorization: session.authorization },
      cache: "no-store",
      signal,
    });
    if (!response.ok || !response.body) return "lost";
    for await (const line of readLines(response.body.pipeThrough(new TextDecoderStream()))) {
      onLine();
      const text = await session.read(line);
      if (text === undefined) return "lost";
      const message = JSON.parse(text) as Message;
      if (message.type === "rest") return "resting";
      if (message.type === "keys") {
        await keys.keep(message as unknown as KeysLine, session.key);
        continue;
      }
      if (message.type === "hello") {
        delay = FIRST_DELAY;
        onSession(session);
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
