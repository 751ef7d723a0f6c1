/** What a `requestState` stands for: one presentation of one ask of one session. */
interface RequestState {
  readonly session: string;
  readonly askId: string;
  readonly requestId: string;
  /** {@link digestOf} what the tool was called with. */
  readonly input: string;
}

/** Why a `requestState` cannot be used. */
type RequestStateProblem = "malformed" | "tampered" | "expired";

/** Seals and opens `requestState`, which travels through the client and so may come back as anything. */
export interface RequestStateCodec {
  /** Signs the state; it holds until `expiresAt`, in milliseconds since the epoch. */
  seal(state: RequestState, expiresAt: number): Promise<string>;
  /** The state that was sealed, or why it cannot be used. */
  open(sealed: string, now: number): Promise<RequestState | RequestStateProblem>;
}

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const VERSION = "readback1";

/**
 * Makes a codec. It signs (HMAC-SHA256) and does not encrypt: nothing in the state is secret.
 * `secret` has at least 32 bytes; without one, what this process sealed only this process opens.
 */
export function createRequestStateCodec(
  secret: Uint8Array = crypto.getRandomValues(new Uint8Array(32)),
): RequestStateCodec {
  if (secret.length < 32) {
    throw new RangeError(`requestStateKey: must have at least 32 bytes (given: ${secret.length})`);
  }
  const usages: KeyUsage[] = ["sign", "verify"];
  const key = crypto.subtle.importKey("raw", new Uint8Array(secret), HMAC, false, usages);

  return {
    async seal(state, expiresAt) {
      const body = `${VERSION}.${encode(text(JSON.stringify({ ...state, expiresAt })))}`;
      const mac = await crypto.subtle.sign(HMAC, await key, text(body));
      return `${body}.${encode(new Uint8Array(mac))}`;
    },
    async open(sealed, now) {
      const [version, payload = "", mac = "", ...rest] = sealed.split(".");
      const signature = decode(mac);
      const bytes = decode(payload);
      if (version !== VERSION || rest.length > 0 || !signature || !bytes) return "malformed";
      const signed = text(`${version}.${payload}`);
      if (!(await crypto.subtle.verify(HMAC, await key, signature, signed))) return "tampered";
      const { expiresAt, ...state } = JSON.parse(
        new TextDecoder().decode(bytes),
      ) as RequestState & {
        expiresAt: number;
      };
      return now < expiresAt ? state : "expired";
    },
  };
}

/** A short name for a value, by which it is known again. */
export async function digestOf(value: unknown): Promise<string> {
  return encode(await digestBytes(JSON.stringify(value)));
}

/** The SHA-256 of a text. */
export async function digestBytes(value: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text(value)));
}

function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(value);
}

/** Bytes as base64url. */
export function encode(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Only of what {@link encode} makes: the last character has bits that stand for nothing. */
export function decode(value: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return value !== "" && encode(bytes) === value ? bytes : undefined;
  } catch {
    return undefined;
  }
}
