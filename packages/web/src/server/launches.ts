import { randomBytes } from "node:crypto";

/** A browser that takes longer to start has gone wrong. */
const LIFETIME = 120_000;

/**
 * Codes for addresses that are handed to another program: everybody who can list processes sees
 * those. A code opens the page once, and soon; the token itself goes through no command line.
 */
export function createLaunches(token: string) {
  const codes = new Map<string, number>();
  return {
    make(): string {
      const code = randomBytes(32).toString("base64url");
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
