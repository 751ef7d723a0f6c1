import { randomBytes } from "node:crypto";

/**
 * Keys that open the page, each once. There is one at a time: when it is used, the next one is made
 * and `onUsed` is told. All of them end with this server, so a key is worth nothing to whoever has
 * the port after it.
 */
export function createLaunches(onUsed: () => void) {
  let current = newLaunch();
  return {
    /** The key with its name, for the address. */
    code: () => `${current.id}.${current.key.toString("base64url")}`,
    keyOf: (id: string): Buffer | undefined => (id === current.id ? current.key : undefined),
    /** Ends the key of that name. */
    use(id: string): void {
      if (id !== current.id) return;
      current = newLaunch();
      onUsed();
    },
  };
}

const newLaunch = () => ({ id: randomBytes(16).toString("base64url"), key: randomBytes(32) });
