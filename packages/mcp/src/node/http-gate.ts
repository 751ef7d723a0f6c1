import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Why a request is not served. */
export interface Refusal {
  readonly status: 401 | 403 | 404;
  readonly problem: string;
}

/** Who may talk to the server, and where. */
export interface Gate {
  readonly port: number;
  readonly path: string;
  readonly token: string;
}

/**
 * Refuses what does not come from a client of this machine that knows the token. The Host is checked
 * because a foreign name can be made to lead here, the Origin because a foreign page can post here.
 */
export function refusalOf(
  url: string,
  headers: IncomingHttpHeaders,
  { port, path, token }: Gate,
): Refusal | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = "", origin, authorization = "" } = headers;
  if (!hosts.includes(host)) return { status: 403, problem: `Host: must be ${hosts.join(" or ")}` };
  if (origin !== undefined && !hosts.some((name) => origin === `http://${name}`)) {
    return { status: 403, problem: "Origin: pages of other sites may not use this server" };
  }
  const [scheme = "", given = ""] = authorization.split(" ");
  if (scheme.toLowerCase() !== "bearer" || !isSame(given, token)) {
    const problem = "Authorization: must be Bearer and the token that readback mcp --http printed";
    return { status: 401, problem };
  }
  if (url.split("?")[0] !== path) return { status: 404, problem: `The endpoint is ${path}` };
  return undefined;
}

/** Compares in a time that tells nothing, whatever the lengths. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
