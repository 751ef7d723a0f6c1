import { ReadbackError } from "@readback/core";
import { messageOf } from "@readback/core/host";

const PATIENCE = 10_000;

/** The admin port of a cluster: it reads all state. */
export interface Admin {
  get<T>(path: string): Promise<T>;
  rows<T>(query: string): Promise<readonly T[]>;
}

export function adminAt(address: string): Admin {
  const base = address.replace(/\/+$/, "");

  async function get<T>(path: string, query?: string): Promise<T> {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const body = query === undefined ? {} : { method: "POST", body: JSON.stringify({ query }) };
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(base + path, { headers, signal, ...body }).catch((error) => {
      const why = messageOf((error as Error).cause ?? error);
      throw new ReadbackError(
        "lost",
        `No Restate admin port answers at ${base} (${why}): pass the address of one, such as http://127.0.0.1:9070`,
      );
    });
    if (!response.ok) {
      throw new ReadbackError(
        "lost",
        `${base}${path} answers ${response.status}: is it the admin port of a Restate server?`,
      );
    }
    return (await response.json()) as T;
  }

  return {
    get,
    rows: async <T>(query: string) => (await get<{ rows: readonly T[] }>("/query", query)).rows,
  };
}
