import { sha256Hex } from "../hash.js";

/** The latest instances asked for: each is asked for several times in a row. */
const recent = new Map<string, string>();
const RECENT = 100;

/** The instance that guards a todo of a session. */
export function instanceOf(session: string, todo: string): string {
  const key = `${session.length} ${session}${todo}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const instance = sha256Hex(JSON.stringify([session, todo]));
  if (recent.size === RECENT) recent.clear();
  recent.set(key, instance);
  return instance;
}
