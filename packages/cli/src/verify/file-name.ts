import { sha256Hex } from "@readback/core/host";

const LONGEST = 60;

/** A name for the files of a task. Ids that differ have names that differ. */
export function fileName(id: string): string {
  const plain = id.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "_");
  if (plain === id && id.length <= LONGEST) return plain;
  return `${plain.slice(0, LONGEST)}-${sha256Hex(id).slice(0, 8)}`;
}
