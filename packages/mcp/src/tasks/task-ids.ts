import { decode, encode } from "../request-state.js";

/** What a task's id stands for: one call, by its key, of one ask. */
export interface TaskName {
  readonly askId: string;
  /** The key of the call. */
  readonly key: string;
  /** The tool that was called. */
  readonly tool: string;
  /** When it was called, in milliseconds since the epoch. */
  readonly createdAt: number;
}

/** How much of the signature an id has: 128 bits, which nobody guesses. */
const MAC_BYTES = 16;

/**
 * The ids of tasks. Each names its call and is signed for one session: nothing has to be kept, nobody can make or
 * guess one, and in another session it is none. Claude Code refuses ids of more than 128 characters: these are shorter.
 */
export function createTaskIds(secret: Uint8Array = crypto.getRandomValues(new Uint8Array(32))) {
  const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
  const imported = crypto.subtle.importKey("raw", new Uint8Array(secret), algorithm, false, [
    "sign",
  ]);

  async function idOf({ askId, key, tool, createdAt }: TaskName, session: string): Promise<string> {
    const named = [packed(askId), key, tool, createdAt.toString(36)];
    const text = new TextEncoder().encode(JSON.stringify(["readback task", session, named]));
    const mac = await crypto.subtle.sign("HMAC", await imported, text);
    return [...named, encode(new Uint8Array(mac, 0, MAC_BYTES))].join(".");
  }

  return {
    idOf,
    /** What a key may be: 128 bits that nobody guesses. */
    newKey: () => `task-${encode(crypto.getRandomValues(new Uint8Array(16)))}`,
    /** What an id of this session stands for, else `undefined`. */
    async nameIn(taskId: string, session: string): Promise<TaskName | undefined> {
      const [ask = "", key = "", tool = "", moment = ""] = taskId.split(".");
      const name = { askId: unpacked(ask), key, tool, createdAt: Number.parseInt(moment, 36) };
      if (!Number.isSafeInteger(name.createdAt)) return undefined;
      return isSame(await idOf(name, session), taskId) ? name : undefined;
    },
  };
}

/** An ask's id in few characters: of a hash, not two for each byte but four for three. */
function packed(askId: string): string {
  if (!/^([0-9a-f]{2})+$/.test(askId)) return `~${askId}`;
  const bytes = askId.match(/../g) ?? [];
  return encode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}

function unpacked(text: string): string {
  if (text.startsWith("~")) return text.slice(1);
  return Array.from(decode(text) ?? [], (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares in a time that tells only the length. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1)
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
