import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import { JournalError } from "./journal-error.js";

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** Makes a folder that only its user can enter, and refuses one that is a symbolic link. */
export function privateFolder(path: string): void {
  const known = lstatSync(path, { throwIfNoEntry: false });
  if (known?.isSymbolicLink()) {
    throw new JournalError("symlink", path, "is a symbolic link: remove it, or name its target");
  }
  if (!known) mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Opens a file to append to and to read from, for its user only; never through a symbolic link. */
export function openToAppend(path: string): number {
  return openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
}

/** Opens a file that must be there; never through a symbolic link. */
export function openToRead(path: string): number {
  return openSync(path, O_RDONLY | O_NOFOLLOW);
}

/**
 * Puts a whole file in place, or nothing: whoever looks sees either no file or all of it, also
 * after a crash. False when the file is there already.
 */
export function placeWhole(folder: string, path: string, temporary: string, text: string): boolean {
  rmSync(temporary, { force: true });
  const fd = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeAll(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(temporary, { force: true });
    syncFolder(folder);
  }
}

/** Makes the names in a folder survive a crash. */
export function syncFolder(path: string): void {
  const fd = openSync(path, O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
