import { createConnection, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

type Call = (command: string, parameters?: object) => Promise<unknown>;

/** Firefox's own remote control, which needs no library: JSON with its length before it, on a port. */
export async function connectMarionette(port: number, hasEnded: () => boolean): Promise<Call> {
  const socket = await connect(port, hasEnded);
  const waiting = new Map<number, PromiseWithResolvers>();
  let received = Buffer.alloc(0);
  let last = 0;

  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let message = next(); message !== undefined; message = next()) {
      // The first message is a greeting.
      if (Array.isArray(message)) settle(message[1], message[2], message[3]);
    }
  });
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has ended"));
  });

  function next(): unknown {
    const colon = received.indexOf(":");
    const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)));
    if (colon < 0 || received.length < end) return undefined;
    const text = received.subarray(colon + 1, end).toString();
    received = received.subarray(end);
    return JSON.parse(text);
  }

  function settle(id: number, error: { error: string; message: string } | null, value: unknown) {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(`${error.error}: ${error.message}`));
    else call?.resolve(value);
  }

  return (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

interface PromiseWithResolvers {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Firefox listens some seconds after it was started. */
async function connect(port: number, hasEnded: () => boolean): Promise<Socket> {
  for (;;) {
    if (hasEnded()) throw new Error("Firefox has ended before it listened");
    try {
      return await new Promise((resolve, reject) => {
        const socket = createConnection(port, "127.0.0.1");
        socket.once("connect", () => resolve(socket)).once("error", reject);
      });
    } catch {
      await pause(100);
    }
  }
}
