import { digestBytes, encode } from "../request-state.js";

/**
 * The keys of views: each belongs to one session, and stands in the HTML that this session was given. Nobody
 * can make one without the secret.
 */
export function createViewKeys(secret: Uint8Array = crypto.getRandomValues(new Uint8Array(32))) {
  const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
  const imported = crypto.subtle.importKey("raw", new Uint8Array(secret), algorithm, false, [
    "sign",
  ]);

  async function keyOf(session: string): Promise<string> {
    const text = new TextEncoder().encode(JSON.stringify(["readback view", session]));
    return encode(new Uint8Array(await crypto.subtle.sign("HMAC", await imported, text)));
  }

  return {
    keyOf,
    /** Whether it is the key of this session. Compared by digest: how long that takes tells nothing. */
    async isKeyOf(given: unknown, session: string): Promise<boolean> {
      if (typeof given !== "string") return false;
      const [one, other] = await Promise.all([
        digestBytes(given),
        digestBytes(await keyOf(session)),
      ]);
      return one.every((byte, at) => byte === other[at]);
    },
  };
}
