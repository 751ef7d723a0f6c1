import type { Key } from "../tty/keys.js";

/** What a key in the list of what waits leads to: the row it is about, and what to do with that. */
export interface PressedInWaiting {
  readonly cursor: number;
  readonly deed: "answer" | "dismiss" | "leave" | null;
}

/** What the list of what waits does with a key, when it has this many rows. Pure. */
export function pressInWaiting(cursor: number, count: number, key: Key): PressedInWaiting {
  const pressed = key.type === "key" ? key.name : key.type === "text" ? key.text : "";
  const last = Math.max(0, count - 1);
  const to = (row: number, deed: PressedInWaiting["deed"] = null) => ({
    cursor: Math.min(Math.max(0, row), last),
    deed,
  });
  switch (pressed) {
    case "escape":
    case "q":
      return to(cursor, "leave");
    case "enter":
      return to(cursor, count > 0 ? "answer" : null);
    case "delete":
      return to(cursor, count > 0 ? "dismiss" : null);
    case "up":
      return to(cursor - 1);
    case "down":
      return to(cursor + 1);
    default:
      return to(cursor);
  }
}
