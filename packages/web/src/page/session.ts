import {
  type Greeting,
  keyText,
  messageText,
  PROOF_HEADER,
  SCHEME,
  SEALED_TYPE,
  sealOf,
  sessionText,
  type Welcome,
} from "../shared/handshake.js";
import { ROUTES } from "../shared/protocol.js";
import type { Key } from "./keys.js";
import { encode, importKey, mac, proofOf, seal } from "./proof.js";

/** What the server replied, proven. */
interface Reply {
  readonly status: number;
  readonly body: string;
}

/** A connection whose two ends have proven themselves. */
export interface Session {
  /** The key of its messages. */
  readonly key: CryptoKey;
  /** For the request that opens the stream. */
  readonly authorization: string;
  /** The text of the next line, or `undefined` when it is not the server's next one. */
  read(line: string): Promise<string | undefined>;
  /** Sends one thing after the other; `undefined` when the server did not take it. */
  post(path: string, body: string): Promise<Reply | undefined>;
}

/**
 * Greets whoever is there. `unknown` is one that has no such key, `stranger` one that could not prove
 * itself: it has learned nothing but a random number. The session ends with `signal`; `onBroken` is
 * told when a reply is not proven.
 */
export async function greet(
  { key, id, secret }: Key,
  tab: string,
  signal: AbortSignal,
  onBroken: () => void,
): Promise<Session | "unknown" | "stranger" | "away"> {
  const nonce = encode(crypto.getRandomValues(new Uint8Array(16)));
  const greeting: Greeting = { key, id, tab, nonce };
  const response = await fetch(ROUTES.greet, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(greeting),
    signal,
  });
  if (response.status >= 500) return "away";
  if (response.status === 401) return "unknown";
  const welcome = await response.json().catch(() => null);
  const { session, proof } = (welcome ?? {}) as Partial<Welcome>;
  if (typeof session !== "string") return "stranger";
  const text = (use: Parameters<typeof sessionText>[0]) =>
    sessionText(use, location.origin, greeting, session);
  if (proof !== (await proofOf(secret, text("server")))) return "stranger";
  const messages = await importKey(await mac(secret, text("messages")));
  const authorization = `${SCHEME} ${session}.${await proofOf(secret, text("tab"))}`;
  return { authorization, ...createMessages(session, messages, signal, onBroken) };
}

function createMessages(
  session: string,
  key: CryptoKey,
  signal: AbortSignal,
  onBroken: () => void,
) {
  let lines = 0;
  let posts = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function send(path: string, body: string): Promise<Reply | undefined> {
    posts += 1;
    const number = posts;
    const sealed = await seal(await mac(key, keyText("seal")), sealOf(number, path), body);
    const response = await fetch(path, {
      method: "POST",
      headers: {
        Authorization: `${SCHEME} ${session}.${number}`,
        "Content-Type": SEALED_TYPE,
      },
      body: sealed,
      // A small message outlives the tab that is being closed.
      keepalive: sealed.byteLength < 30_000,
      signal,
    });
    const { status } = response;
    const text = await response.text();
    const expected = await proofOf(key, messageText("reply", number, status, text));
    if (response.headers.get(PROOF_HEADER) === expected) return { status, body: text };
    onBroken();
    return undefined;
  }

  return {
    key,
    async read(line: string): Promise<string | undefined> {
      lines += 1;
      const text = line.slice(line.indexOf(" ") + 1);
      const proof = await proofOf(key, messageText("line", lines, 0, text));
      return line === `${proof} ${text}` ? text : undefined;
    },
    post(path: string, body: string): Promise<Reply | undefined> {
      // One at a time: the server takes no number after a higher one.
      const sent = last.then(() => send(path, body)).catch(() => undefined);
      last = sent;
      return sent;
    },
  };
}
