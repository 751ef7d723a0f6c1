import { createHash, createHmac } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { replaceWhole } from "./private-files.js";
import { randomName } from "./random-name.js";
import { keyFolder, userKey } from "./user-key.js";

/**
 * 32 secret bytes for one purpose in one folder, which must exist. Every process of this user on this
 * machine gets the same, and no file holds them: nothing that comes with a project can bring its own.
 * @example
 * const secret = userSecret("page", ".readback/mcp");
 */
export function userSecret(purpose: string, folder: string): Uint8Array {
  return createHmac("sha256", userKey())
    .update(`readback secret ${purpose}\0${realpathSync.native(folder)}`)
    .digest();
}

/**
 * Writes a secret down for the person, in a file of the user's own state folder that only this user
 * can read; returns its path. Programs never read it back: whatever is there is replaced.
 */
export function writeUserSecret(purpose: string, folder: string): string {
  const secret = userSecret(purpose, folder);
  // Named after the folder, without telling where that is.
  const id = createHash("sha256").update(realpathSync.native(folder)).digest("hex");
  const path = join(keyFolder(), `${purpose}-${id.slice(0, 16)}`);
  replaceWhole(
    path,
    `${path}.${randomName()}.tmp`,
    `${Buffer.from(secret).toString("base64url")}\n`,
  );
  return path;
}
