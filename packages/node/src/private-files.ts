import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { JournalError } from "./journal-error.js";
import { randomName } from "./random-name.js";

/** The name of the folder where a project's state is kept. */
export const STATE_FOLDER = ".readback";

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** How systems say that a file cannot have a second name. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Makes a folder that only its user can enter. Refuses one that is a symbolic link, or that is behind
 * one within a project's `.readback`: a link may have come with the project.
 */
export function privateFolder(path: string): void {
  // What is above comes first: nothing can be asked of what is in a file.
  for (const part of [...withinState(resolve(path))].reverse()) {
    const found = lstatSync(part, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) {
      throw new JournalError("symlink", part, "is a symbolic link: remove it, or name its target");
    }
    if (found && !found.isDirectory()) {
      throw new JournalError("io", part, "is not a folder: remove it");
    }
  }
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) makeFolder(path);
}

/** A folder and those above it, up to a project's `.readback`; only itself when it is in none. */
function withinState(path: string): readonly string[] {
  const parts = [path];
  for (let part = path; part !== dirname(part); part = dirname(part)) {
    if (part !== path) parts.push(part);
    if (basename(part) === STATE_FOLDER) return parts;
  }
  return [path];
}

/** As `mkdirSync` with `recursive`, which hides why it fails on a read-only file system. */
function makeFolder(path: string, why: "wanted" | "above" | "again" = "wanted"): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const look = why === "above" ? statSync : lstatSync;
    if (code === "EEXIST" && look(path).isDirectory()) return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    // What is above is there now, and still nothing can be made in it: so it is in /proc, say.
    if (why === "again") {
      const problem = "no folder can be made there: choose another one";
      throw new JournalError("io", path, problem, { cause: error });
    }
    makeFolder(dirname(path), "above");
    makeFolder(path, "again");
  }
}

/** Opens a file to append to and to read from, for its user only; never through a symbolic link. */
export function openToAppend(path: string, mayCreate: boolean): number {
  const create = mayCreate ? O_CREAT : 0;
  return fileOnly(
    path,
    openSync(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | create, 0o600),
  );
}

/** Opens a file that must be there; never through a symbolic link. */
export function openToRead(path: string): number {
  return fileOnly(path, openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
}

function fileOnly(path: string, fd: number): number {
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new JournalError("io", path, "is not a file: remove it");
}

/**
 * Puts a whole file in place, or nothing: whoever looks sees either no file or all of it, also
 * after a crash. False when the file is there already. Some file systems have no links: there,
 * with `mayRename`, two processes that do this in the same instant may both succeed, the later one wins,
 * and the other finds its file deleted.
 */
export function placeWhole(
  folder: string,
  path: string,
  temporary: string,
  text: string,
  mayRename = false,
): boolean {
  writeNew(temporary, text);
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!mayRename || !NO_LINKS.includes(code)) throw error;
    if (existsSync(path)) return false;
    renameSync(temporary, path);
    return true;
  } finally {
    rmSync(temporary, { force: true });
    syncFolder(folder);
  }
}

/** Throws where a file cannot have a second name: {@link placeWhole} would not work there. */
export function needLinks(path: string, temporary: string): void {
  try {
    linkSync(path, temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Makes the names in a folder survive a crash, where the system can do that. */
export function syncFolder(path: string): void {
  const fd = openSync(path, O_RDONLY);
  try {
    fsyncSync(fd);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EINVAL", "EPERM", "ENOTSUP", "EISDIR"].includes(code)) throw error;
  } finally {
    closeSync(fd);
  }
}

/** What a file is made of: a text, or a function that gives it piece by piece. */
type Contents = string | ((put: (text: string) => void) => void);

function writeNew(path: string, contents: Contents): void {
  rmSync(path, { force: true });
  const fd = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  const put = (text: string) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  };
  try {
    if (typeof contents === "string") put(contents);
    else contents(put);
    fsyncSync(fd);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Replaces a file by another one: whoever looks sees either the old one or all of the new one. */
export function replaceWhole(path: string, temporary: string, contents: Contents): void {
  writeNew(temporary, contents);
  renameSync(temporary, path);
}

/**
 * Writes a file for its user only, in a folder for its user only. What was there is replaced; a link is neither
 * followed nor left.
 */
export function writePrivateFile(path: string, text: string): void {
  privateFolder(dirname(path));
  replaceWhole(path, `${path}.${randomName()}.tmp`, text);
}
