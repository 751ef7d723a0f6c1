import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is turned away. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Decides who may speak to the server that listens on `port`. */
export function createAccess(port: number, token: string) {
  const names = ["127.0.0.1", "localhost"];
  // Browsers leave out the number of the usual port.
  const hosts = [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
  const origins = hosts.map((host) => `http://${host}`);
  const expected = digest(token);

  return {
    /** For every request: a page of another site must not reach this server under its own name. */
    visitor({ headers }: IncomingMessage): Refusal | undefined {
      if (!hosts.includes(headers.host ?? "")) {
        return { status: 403, message: `Wrong Host: open http://${hosts[0]}/ instead` };
      }
      if (headers.origin !== undefined && !origins.includes(headers.origin)) {
        return { status: 403, message: "Wrong Origin: other sites may not call this server" };
      }
      return undefined;
    },
    /** For what only the page of this server may call. */
    page({ headers }: IncomingMessage): Refusal | undefined {
      const site = headers["sec-fetch-site"];
      if (site === undefined || site === "same-origin" || site === "none") return undefined;
      return { status: 403, message: "Only the page of this server may call this" };
    },
    /** For what takes the token. */
    holder({ headers }: IncomingMessage): Refusal | undefined {
      const given = /^Bearer ([\w-]{1,500})$/.exec(headers.authorization ?? "")?.[1];
      // Of equal length, and compared in the same time whatever differs.
      if (given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
      const message = "Wrong or missing token: open the address the program shows, as a whole";
      return { status: 401, message };
    },
  };
}
