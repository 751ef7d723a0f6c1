import { encode } from "../request-state.js";

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

/**
 * The ids of tasks. Each names its call and is signed for one session: nothing has to be kept, nobody can make or
 * guess one, and in another session it is none.
 */
export function createTaskIds(secret: Uint8Array = crypto.getRandomValues(new Uint8Array(32))) {
  const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
  const imported = crypto.subtle.importKey("raw", new Uint8Array(secret), algorithm, false, [
    "sign",
  ]);

  async function idOf({ askId, key, tool, createdAt }: TaskName, session: string): Promise<string> {
    const named = [askId, key, tool, createdAt.toString(36)];
    const text = new TextEncoder().encode(JSON.stringify(["readback task", session, named]));
    const mac = await crypto.subtle.sign("HMAC", await imported, text);
    return [...named, encode(new Uint8Array(mac))].join(".");
  }

  return {
    idOf,
    /** What a key may be: 128 bits that nobody guesses. */
    newKey: () => `task-${encode(crypto.getRandomValues(new Uint8Array(16)))}`,
    /** What an id of this session stands for, else `undefined`. */
    async nameIn(taskId: string, session: string): Promise<TaskName | undefined> {
      const [askId = "", key = "", tool = "", moment = ""] = taskId.split(".");
      const name = { askId, key, tool, createdAt: Number.parseInt(moment, 36) };
      if (!Number.isSafeInteger(name.createdAt)) return undefined;
      return isSame(await idOf(name, session), taskId) ? name : undefined;
    },
  };
}

/** Compares in a time that tells only the length. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1)
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
