import type { IncomingMessage } from "node:http";
import { type Greeting, SCHEME } from "../shared/handshake.js";

const NAME = /^[\w.:-]{1,200}$/;
const KEYS: readonly unknown[] = ["launch", "pass", "tab", "peer"] satisfies Greeting["key"][];

/** Reads a greeting, or says what is wrong with it. */
export function parseGreeting(body: string): Greeting | string {
  let found: unknown;
  try {
    found = JSON.parse(body);
  } catch {
    return "The body is not JSON: send one JSON object";
  }
  if (typeof found !== "object" || found === null) return "The body must be a JSON object";
  const { key, id, tab, nonce } = found as Record<string, unknown>;
  if (!KEYS.includes(key)) return `key: must be one of ${KEYS.join(", ")}`;
  for (const [field, value] of Object.entries({ id, tab, nonce })) {
    if (typeof value !== "string" || !NAME.test(value)) {
      return `${field}: must be a name of 1 to 200 characters`;
    }
  }
  return { key, id, tab, nonce } as Greeting;
}

const CLAIM = new RegExp(`^${SCHEME} ([\\w-]{22})\\.([\\w-]{1,43})$`);

/** The session that a request says it belongs to, and what follows: a proof or a number. */
export function claimOf({ headers }: IncomingMessage) {
  const [, session, rest] = CLAIM.exec(headers.authorization ?? "") ?? [];
  if (session === undefined || rest === undefined) return undefined;
  return { session, proof: rest, number: /^\d{1,15}$/.test(rest) ? Number(rest) : 0 };
}
