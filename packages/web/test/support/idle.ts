import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach } from "vitest";

/** Connections that say nothing, or only half of something; closed after each test. */
export function useIdleSockets() {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  return async (port: number, count: number, said = ""): Promise<readonly Socket[]> => {
    const opened = Array.from({ length: count }, () => connect({ host: "127.0.0.1", port }));
    sockets.push(...opened);
    for (const socket of opened) socket.on("error", () => {}).resume();
    await Promise.all(opened.map((socket) => once(socket, "connect")));
    if (said !== "") for (const socket of opened) socket.write(said);
    return opened;
  };
}
