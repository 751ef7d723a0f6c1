import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import {
  type Greeting,
  keyText,
  SEALED_TYPE,
  sealOf,
  sessionText,
  type Welcome,
  xor,
} from "../../src/shared/handshake.js";
import { call } from "./http.js";

/** The secret of the pages in these tests. */
export const SECRET = randomBytes(32).toString("base64url");

const mac = (key: Buffer | string, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();
export const proof = (key: Buffer | string, text: string) => mac(key, text).toString("base64url");

/** The key of a tab, as the server has it. */
export const tabKey = (tab: string, secret = SECRET) => mac(secret, JSON.stringify(["tab", tab]));

export const originOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`;

export interface Sealed {
  readonly headers: { readonly authorization: string; readonly "content-type": string };
  readonly body: Buffer;
}

/** A key that a page knows, with its name. */
export interface KnownKey extends Pick<Greeting, "key" | "id"> {
  readonly secret: Buffer;
}

export interface RawTab {
  readonly greeting: Greeting;
  readonly session: string;
  /** The key of the messages. */
  readonly messages: Buffer;
  /** For the request that opens the stream. */
  readonly opening: string;
  /** A message as a tab would send it. */
  sealed(number: number, path: string, body: string): Sealed;
  /** The tab's own key, as the first line of the stream hides it. */
  ownKey(hidden: string): Buffer;
}

/** Greets a page with a key, and works out what a tab would send next. */
export async function greet(
  page: { readonly port: number },
  tab = "t",
  { key, id, secret }: KnownKey = { key: "tab", id: tab, secret: tabKey(tab) },
): Promise<RawTab> {
  const nonce = randomBytes(16).toString("base64url");
  const greeting: Greeting = { key, id, tab, nonce };
  const reply = await call(page, {
    method: "POST",
    path: "/greet",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(greeting),
  });
  const { session } = JSON.parse(reply.body) as Welcome;
  const text = (use: "tab" | "messages") => sessionText(use, originOf(page), greeting, session);
  const messages = mac(secret, text("messages"));
  return {
    greeting,
    session,
    messages,
    opening: `Readback ${session}.${proof(secret, text("tab"))}`,
    ownKey: (hidden) =>
      Buffer.from(xor(Buffer.from(hidden, "base64url"), mac(messages, keyText("tab")))),
    sealed(number, path, body) {
      const { iv, about } = sealOf(number, path);
      const cipher = createCipheriv("aes-256-gcm", mac(messages, keyText("seal")), iv).setAAD(
        about,
      );
      const bytes = [cipher.update(body), cipher.final(), cipher.getAuthTag()];
      return {
        headers: { authorization: `Readback ${session}.${number}`, "content-type": SEALED_TYPE },
        body: Buffer.concat(bytes),
      };
    },
  };
}

/** A tab that has been let in; its stream stays open until the page stops. */
export async function enter(page: { readonly port: number }, tab = "t") {
  const raw = await greet(page, tab);
  const response = await fetch(`${originOf(page)}/events`, {
    headers: { authorization: raw.opening },
  });
  return { ...raw, response };
}
