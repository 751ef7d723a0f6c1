import { mustFit } from "../must-fit.js";
import { quickSha256, sha256Hex } from "../sha256.js";

/** The latest instances asked for: each is asked for several times in a row. */
const recent = new Map<string, string>();
const RECENT = 100;

/** The instance that guards a todo of a session. */
export function instanceOf(session: string, todo: string): string {
  if (typeof session !== "string" || typeof todo !== "string") {
    mustFit({ session, todo }, { session: "text", todo: "text" }, "names of a guarded todo");
  }
  const key = `${session.length} ${session}${todo}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const instance = hashed(session, canonicalTodo(todo));
  if (recent.size === RECENT) recent.clear();
  recent.set(key, instance);
  return instance;
}

/** Every name under which a journal may know a todo: today's, and the one of earlier versions. */
export function instancesOf(session: string, todo: string): readonly string[] {
  return [...new Set([instanceOf(session, todo), earlierInstanceOf(session, todo)])];
}

/** The name that earlier versions gave a todo: made from its text as it is. */
export function earlierInstanceOf(session: string, todo: string): string {
  return hashed(session, todo);
}

/** A todo's text without what makes no difference: white space, Unicode form, letter case. */
export function canonicalTodo(todo: string): string {
  // Upper case first: that unfolds letters such as ß, of which lower case knows two forms.
  const folded = todo.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
  return folded.replace(/\s+/g, " ").trim();
}

/** From so many on, Node's own hash is worth loading. */
const MANY = 1_000;
const quick = quickSha256();
let made = 0;

function hashed(session: string, todo: string): string {
  made += 1;
  const sha256 = made < MANY ? sha256Hex : quick;
  return sha256(JSON.stringify([session, todo]));
}
