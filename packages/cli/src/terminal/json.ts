import { printable } from "./text.js";

/** A value as JSON that a terminal can show: what could fool it is escaped, as JSON may be. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(printable).join("\n");
}
