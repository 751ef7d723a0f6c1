import type { IncomingMessage } from "node:http";

/** Why a request is turned away. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Decides who may speak to the server that listens on `port`. */
export function createAccess(port: number) {
  const names = ["127.0.0.1", "localhost"];
  // Browsers leave out the number of the usual port.
  const hosts = [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
  const origins = hosts.map((host) => `http://${host}`);

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
  };
}
