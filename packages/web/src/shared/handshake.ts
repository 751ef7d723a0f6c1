/**
 * How a tab and the server prove themselves to each other before either says anything. Both have a
 * key; neither sends it. The tab greets with a random `nonce`, the server replies with a random
 * `session` and its proof, the tab opens the stream with its own proof. From then on every line and
 * every reply of the server carries a proof with its number. What the tab posts is sealed: another
 * program may have the port by the time it arrives. Proofs are HMAC-SHA-256, in base64url; seals are
 * AES-256-GCM.
 */
export interface Greeting {
  /**
   * Which key: `launch` from the link, `pass` kept over a reload, `tab` of a tab that was connected
   * before, `peer` of another process that has the secret.
   */
  readonly key: "launch" | "pass" | "tab" | "peer";
  /** Which key of that kind. */
  readonly id: string;
  readonly tab: string;
  readonly nonce: string;
}

/** The server's reply to a greeting. */
export interface Welcome {
  readonly session: string;
  readonly proof: string;
}

/** How a tab names its session: `Readback session.proof` for the stream, `Readback session.number` in a post. */
export const SCHEME = "Readback";
/** What a sealed post is. No form of another site can send this. */
export const SEALED_TYPE = "application/octet-stream";
/** The header of the server's proof in a reply. */
export const PROOF_HEADER = "Readback-Proof";

/**
 * What opens a session, for one of three uses: the two proofs and the key of its messages. The origin
 * is in it, so that what is relayed from another port fits nothing.
 */
export function sessionText(
  use: "server" | "tab" | "messages",
  origin: string,
  { key, id, tab, nonce }: Greeting,
  session: string,
): string {
  return JSON.stringify(["readback-page-1", use, origin, key, id, tab, nonce, session]);
}

/** A line from the server, or its reply to a post with its status, in their order. */
export function messageText(
  kind: "line" | "reply",
  number: number,
  status: number,
  body: string,
): string {
  return JSON.stringify([kind, number, status, body]);
}

/** What a seal is bound to, and the number that it may be used with once. */
export function sealOf(number: number, path: string) {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setFloat64(4, number);
  return { iv, about: new TextEncoder().encode(JSON.stringify(["post", number, path])) };
}

/**
 * Further keys of a session: one that seals posts, and two that hide the keys which the server gives
 * to the tab, used once each.
 */
export const keyText = (use: "seal" | "tab" | "pass") => JSON.stringify(["key", use]);

/** Two texts of bytes as one; the same again gives back the first. */
export function xor(bytes: Uint8Array, pad: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => byte ^ (pad[at] ?? 0));
}
