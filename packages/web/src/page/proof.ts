const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/** A key that this page can use and nobody can read. */
export function importKey(bytes: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", new Uint8Array(bytes), HMAC, false, ["sign"]);
}

export async function mac(key: CryptoKey, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
}

/** Seals a text so that only who has the key can read it, and nobody can change it. */
export async function seal(
  key: Uint8Array,
  { iv, about }: { readonly iv: Uint8Array; readonly about: Uint8Array },
  text: string,
): Promise<ArrayBuffer> {
  const sealing = await crypto.subtle.importKey("raw", new Uint8Array(key), "AES-GCM", false, [
    "encrypt",
  ]);
  const how = { name: "AES-GCM", iv: new Uint8Array(iv), additionalData: new Uint8Array(about) };
  return crypto.subtle.encrypt(how, sealing, new TextEncoder().encode(text));
}

export const proofOf = async (key: CryptoKey, text: string) => encode(await mac(key, text));

/** Bytes as base64url. */
export function encode(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function decode(text: string): Uint8Array {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
