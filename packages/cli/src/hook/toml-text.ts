import type { McpValue } from "../hosts/coding-agent.js";

// Changes of a TOML text that leave every other line of it as it is. Only whole tables are written and
// taken out, so no more of TOML has to be understood than where a table begins.

const HEADER = /^\s*\[\[?\s*(?<name>[^\]]+?)\s*\]\]?\s*(?:#.*)?$/;

/** The lines of a table and of the tables in it, or `undefined`. */
export function tableIn(text: string, place: readonly string[]): string | undefined {
  const { own } = split(text, place);
  return own.length === 0 ? undefined : own.join("\n");
}

/** The text with this table in it, in place of the one of that name. */
export function withTable(
  text: string,
  place: readonly string[],
  values: Readonly<Record<string, McpValue>>,
): string {
  const table = rendered(place, values);
  const { before, own, after } = split(text, place);
  if (own.length > 0)
    return [...before, ...table, ...(after.length > 0 ? ["", ...after] : [""])].join("\n");
  const rest = text.trimEnd();
  return `${rest === "" ? "" : `${rest}\n\n`}${table.join("\n")}\n`;
}

/** The text without that table. */
export function withoutTable(text: string, place: readonly string[]): string {
  const { before, own, after } = split(text, place);
  if (own.length === 0) return text;
  const head = before.join("\n").trimEnd();
  const tail = after.join("\n");
  if (tail.trim() === "") return head === "" ? "" : `${head}\n`;
  return head === "" ? tail : `${head}\n\n${tail}`;
}

function rendered(place: readonly string[], values: Readonly<Record<string, McpValue>>): string[] {
  // JSON's texts, numbers and lists are TOML's, too.
  const lines = Object.entries(values).map(([key, value]) => {
    const list = Array.isArray(value)
      ? `[${value.map((one) => JSON.stringify(one)).join(", ")}]`
      : "";
    return `${key} = ${list || JSON.stringify(value)}`;
  });
  return [`[${place.join(".")}]`, ...lines];
}

function split(text: string, place: readonly string[]) {
  const lines = text.split("\n");
  const name = place.join(".").replaceAll(/["'\s]/g, "");
  const isOwn = (line: string) => {
    const found = HEADER.exec(line)?.groups?.name?.replaceAll(/["'\s]/g, "");
    return found === name || found?.startsWith(`${name}.`) === true;
  };
  const start = lines.findIndex(isOwn);
  if (start === -1) return { before: lines, own: [], after: [] };
  const length = lines.slice(start + 1).findIndex((line) => HEADER.test(line) && !isOwn(line));
  const end = length === -1 ? lines.length : start + 1 + length;
  const own = lines.slice(start, end);
  while (own.at(-1)?.trim() === "") own.pop();
  return { before: lines.slice(0, start), own, after: lines.slice(end) };
}
