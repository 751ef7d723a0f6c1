import { randomBytes } from "node:crypto";
import {
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";

/** 32 random bytes that a file keeps, for its user only; made when it is not there. */
export function secretFile(path: string): Buffer {
  return read(path) ?? create(path);
}

function read(path: string): Buffer | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status || !isPrivate(status)) return undefined;
  const secret = Buffer.from(readFileSync(path, "utf8").trim(), "base64url");
  // One that was cut short is as good as none.
  return secret.length >= 32 ? secret : undefined;
}

/** One that others made or could read, or that came with a repository, is no secret. */
function isPrivate(status: Stats): boolean {
  if (!status.isFile()) return false;
  if (process.platform === "win32") return true;
  return status.uid === process.getuid?.() && (status.mode & 0o077) === 0;
}

/** Two processes that start at once agree on one secret: the first link counts. */
function create(path: string): Buffer {
  const secret = randomBytes(32);
  const temporary = `${path}.${process.pid}`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, `${secret.toString("base64url")}\n`, { flag: "wx", mode: 0o600 });
  try {
    linkSync(temporary, path);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const other = read(path);
    if (other) return other;
    renameSync(temporary, path);
    return secret;
  } finally {
    rmSync(temporary, { force: true });
  }
}
