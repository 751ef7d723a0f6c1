import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A wire between the cluster and an endpoint, that can break. */
export interface Wire {
  readonly url: string;
  /** Breaks every connection, and returns once there is a new one. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

export async function wireTo(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let connected = () => {};
  const server = createServer((from) => {
    connected();
    const to = connect(Number(port), hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      const again = new Promise<void>((resolve) => {
        connected = resolve;
      });
      cutAll();
      return again;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}
