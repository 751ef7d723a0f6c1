import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** 32 random bytes that a file keeps, for its user only; made when it is not there. */
export function secretFile(path: string): Buffer {
  return read(path) ?? create(path);
}

function read(path: string): Buffer | undefined {
  try {
    const secret = Buffer.from(readFileSync(path, "utf8").trim(), "base64url");
    // One that was cut short is as good as none.
    return secret.length >= 32 ? secret : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Two processes that start at once agree on one secret: the first link counts. */
function create(path: string): Buffer {
  const secret = randomBytes(32);
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${secret.toString("base64url")}\n`, { mode: 0o600 });
  try {
    linkSync(temporary, path);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const other = read(path);
    if (other) return other;
    writeFileSync(path, `${secret.toString("base64url")}\n`, { mode: 0o600 });
    return secret;
  } finally {
    rmSync(temporary, { force: true });
  }
}
