import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";

/** SHA-256, in hex, of a JSON value in canonical form: keys sorted, `undefined` left out. */
export function hashOf(value: unknown, sha256 = sha256Hex): string {
  return sha256(canonicalJson(value));
}

/**
 * As {@link sha256Hex}, by Node itself where that is where it runs: ten times quicker. Only for who
 * hashes again and again, for Node takes as long as a thousand hashes to get ready.
 */
export function quickSha256(): typeof sha256Hex {
  let quick: typeof sha256Hex | undefined;
  return (text) => {
    quick ??= nodeSha256();
    return quick(text);
  };
}

function nodeSha256(): typeof sha256Hex {
  const hash = globalThis.process?.getBuiltinModule?.("node:crypto").hash;
  return hash ? (text) => hash("sha256", text) : sha256Hex;
}

/** SHA-256 of a text, in hex. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
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
