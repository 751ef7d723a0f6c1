import { createHash } from "node:crypto";

/** Ids of the length and kind that `createAsker` makes: a UUID and a SHA-256. */
export function idsOf(number) {
  const askId = createHash("sha256").update(String(number)).digest("hex");
  const base = askId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");
  return { base, askId };
}
