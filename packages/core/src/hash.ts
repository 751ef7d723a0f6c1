import { sha256Hex } from "./sha256.js";

/** SHA-256, in hex, of a JSON value in canonical form: keys sorted, `undefined` left out. */
export function hashOf(value: unknown, sha256 = sha256Hex): string {
  return sha256(canonicalJson(value));
}

function canonicalJson(value: unknown): string {
  // Most of what is hashed is in order as it is.
  return isSorted(value) ? (JSON.stringify(value) ?? "null") : sortedJson(value);
}

function isSorted(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  let last = "";
  for (const key in value) {
    if (key < last || !isSorted((value as Readonly<Record<string, unknown>>)[key])) return false;
    last = key;
  }
  return true;
}

function sortedJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let text = "";
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${sortedJson(member)}`;
  }
  return `{${text}}`;
}
