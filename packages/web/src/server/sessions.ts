import { createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { BoundedMap } from "@readback/core/surfaces";
import {
  type Greeting,
  keyText,
  messageText,
  sealOf,
  sessionText,
  type Welcome,
  xor,
} from "../shared/handshake.js";
import type { ToTab } from "../shared/protocol.js";
import type { createLaunches } from "./launches.js";

/** Greetings that nobody has gone on with yet: strangers can fill this, and push out only such. */
const GREETINGS = 1_000;
/** More than tabs: what a tab sent just before it closed may still be under way. */
const SESSIONS = 100;

interface SessionsOptions {
  readonly secret: string;
  readonly origin: string;
  readonly launches: ReturnType<typeof createLaunches>;
}

/** A tab that has proven itself, and to which this server has. */
export interface Session {
  readonly tab: string;
  /** The first line for the tab: its keys for next time. */
  keys(): ToTab;
  /** A line for the tab, with its proof. */
  line(text: string): string;
  /** Whether a message of that number can still come. */
  awaits(number: number): boolean;
  /** The text of the tab's message of that number; `undefined` when it is not, or came before. */
  take(number: number, path: string, sealed: Buffer): string | undefined;
  /** The proof of a reply to the message of that number. */
  reply(number: number, status: number, body: string): string;
}

/** Who has proven to be a tab of this page. No key is ever sent as it is. */
export function createSessions({ secret, origin, launches }: SessionsOptions) {
  const greetings = new BoundedMap<string, { greeting: Greeting; key: Buffer }>(GREETINGS);
  const sessions = new BoundedMap<string, Session>(SESSIONS);
  // A pass is kept where whoever serves the address can read it: it ends with this server.
  const passes = { server: randomBytes(16).toString("base64url"), key: randomBytes(32) };
  const tabKey = (tab: string) => mac(secret, JSON.stringify(["tab", tab]));
  const passKey = (tab: string) => mac(passes.key, JSON.stringify(["pass", tab]));

  function keyOf({ key, id, tab }: Greeting): Buffer | undefined {
    if (key === "launch") return launches.keyOf(id);
    if (key === "tab") return id === tab ? tabKey(tab) : undefined;
    if (key === "peer") return peerKey(secret);
    const [server, name = ""] = id.split(".");
    return server === passes.server ? passKey(name) : undefined;
  }

  function newSession(tab: string, key: Buffer): Session {
    let sent = 0;
    let taken = 0;
    const hidden = (name: "tab" | "pass", value: Buffer) =>
      Buffer.from(xor(value, mac(key, keyText(name)))).toString("base64url");
    return {
      tab,
      keys: () => ({
        type: "keys",
        tab: hidden("tab", tabKey(tab)),
        pass: hidden("pass", passKey(tab)),
        passId: `${passes.server}.${tab}`,
      }),
      line(text) {
        sent += 1;
        return `${proof(key, messageText("line", sent, 0, text))} ${text}`;
      },
      awaits: (number) => number > taken,
      take(number, path, sealed) {
        if (number <= taken) return undefined;
        const text = unseal(mac(key, keyText("seal")), number, path, sealed);
        if (text !== undefined) taken = number;
        return text;
      },
      reply: (number, status, body) => proof(key, messageText("reply", number, status, body)),
    };
  }

  return {
    /** Proves this server to whoever has the key; `undefined` when there is no such key. */
    greet(greeting: Greeting): Welcome | undefined {
      const key = keyOf(greeting);
      if (!key) return undefined;
      const session = randomBytes(16).toString("base64url");
      greetings.set(session, { greeting, key });
      return { session, proof: proof(key, sessionText("server", origin, greeting, session)) };
    },
    /** Opens the session of a greeting for who has the key, once. */
    open(session: string, given: string): Session | undefined {
      const found = greetings.get(session);
      if (!found) return undefined;
      greetings.delete(session);
      const { greeting, key } = found;
      if (!isProof(given, key, sessionText("tab", origin, greeting, session))) return undefined;
      // Another one may have used it in the meantime.
      if (!keyOf(greeting)) return undefined;
      if (greeting.key === "launch") launches.use(greeting.id);
      const messages = mac(key, sessionText("messages", origin, greeting, session));
      const opened = newSession(greeting.tab, messages);
      sessions.set(session, opened);
      return opened;
    },
    find: (session: string): Session | undefined => sessions.get(session),
  };
}

/** The key of processes that share a secret. */
export const peerKey = (secret: string) => mac(secret, JSON.stringify(["peer"]));

/** Whether that is the proof of a text; it takes the same time whatever differs. */
export function isProof(given: string, key: Buffer, text: string): boolean {
  const expected = Buffer.from(proof(key, text));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

const TAG = 16;

function unseal(key: Buffer, number: number, path: string, sealed: Buffer): string | undefined {
  const { iv, about } = sealOf(number, path);
  const end = sealed.length - TAG;
  if (end < 0) return undefined;
  const opener = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG });
  opener.setAAD(about).setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([opener.update(sealed.subarray(0, end)), opener.final()]).toString();
  } catch {
    return undefined;
  }
}

const proof = (key: Buffer, text: string) => mac(key, text).toString("base64url");

function mac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
