import { randomBytes } from "node:crypto";

/** Long enough for a person who is told the address; a browser needs a moment. */
const LIFETIME = 600_000;

/**
 * Codes for addresses that others may read: everybody who can list processes sees those that are
 * handed to a program, and what an agent is told is kept in its transcript. A code opens the page
 * once, and soon; the token itself goes neither way.
 */
export function createLaunches(token: string) {
  const codes = new Map<string, number>();
  return {
    make(): string {
      const code = randomBytes(32).toString("base64url");
      for (const [old, until] of codes) if (until <= performance.now()) codes.delete(old);
      codes.set(code, performance.now() + LIFETIME);
      return code;
    },
    /** The token for a code that is good; it is not good again. */
    redeem(code: string): string | undefined {
      const until = codes.get(code) ?? 0;
      codes.delete(code);
      return performance.now() < until ? token : undefined;
    },
  };
}
