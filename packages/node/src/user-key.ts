import { closeSync, fstatSync, lstatSync, mkdirSync, readSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { JournalError } from "./journal-error.js";
import { openToRead, placeWhole } from "./private-files.js";
import { randomName } from "./random-name.js";

const NAME = "key";
const BYTES = 32;

/** By folder: a process asks for it with every journal it opens. */
const known = new Map<string, string>();

/**
 * The secret, in hex, by which this user on this machine recognises what Readback wrote. It is in the
 * user's own state folder and never in a project. Where that folder cannot be written (a container, a
 * sandbox), it is in the folder for temporary files and lasts as long as that.
 */
export function userKey(): string {
  return located().key;
}

/** The folder that the key is in: only this user can write to it. */
export function keyFolder(): string {
  return located().folder;
}

function located(): { readonly folder: string; readonly key: string } {
  for (const folderOf of [userFolder, spareFolder]) {
    const folder = folderOf();
    const key = keyIn(folder) ?? madeIn(folder);
    if (key !== undefined) return { folder, key };
  }
  const problem = "cannot be made, nor can a spare one in the folder for temporary files";
  const fix = "set XDG_STATE_HOME to a folder that only you can write";
  throw new JournalError("no_key", join(userFolder(), NAME), `${problem}: ${fix}`);
}

/** Where a user's programs keep what is theirs. */
function userFolder(): string {
  const { XDG_STATE_HOME = "", LOCALAPPDATA = "" } = process.env;
  if (isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, "readback");
  if (process.platform === "win32" && LOCALAPPDATA) return join(LOCALAPPDATA, "readback");
  if (process.platform === "darwin")
    return join(homedir(), "Library", "Application Support", "readback");
  return join(homedir(), ".local", "state", "readback");
}

function homedir(): string {
  return process.env.HOME || os().homedir();
}

/** Loaded late: most of the time it is not needed, and a hook would wait for it. */
function os(): typeof import("node:os") {
  return process.getBuiltinModule("node:os");
}

function spareFolder(): string {
  return join(os().tmpdir(), `readback-${process.geteuid?.() ?? "user"}`);
}

function keyIn(folder: string): string | undefined {
  const path = join(folder, NAME);
  const key = known.get(path);
  if (key !== undefined) return key;
  let fd: number;
  try {
    fd = openToRead(path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(code) && !isThere(path)) return undefined;
    throw error;
  }
  try {
    mustBePrivate(folder);
    const { uid, mode } = fstatSync(fd);
    const isOurs = process.platform === "win32" || (uid === process.geteuid?.() && !(mode & 0o077));
    if (!isOurs) throw unusable(path, "others can read it");
    const bytes = Buffer.alloc(BYTES * 2);
    const text = bytes.toString("latin1", 0, readSync(fd, bytes, 0, bytes.length, 0));
    if (!/^[0-9a-f]{64}$/.test(text)) throw unusable(path, "it is damaged");
    known.set(path, text);
    return text;
  } finally {
    closeSync(fd);
  }
}

/** Many processes may do this at once: the first one's key counts for all of them. */
function madeIn(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    mustBePrivate(folder);
    const temporary = join(folder, `${NAME}.${randomName()}.tmp`);
    placeWhole(folder, join(folder, NAME), temporary, randomKey());
    return keyIn(folder);
  } catch (error) {
    if (error instanceof JournalError) throw error;
    return undefined;
  }
}

function randomKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString("hex");
}

/** Whoever can write to the folder could put another key there. */
function mustBePrivate(folder: string): void {
  if (process.platform === "win32") return;
  const stat = lstatSync(folder);
  if (stat.isDirectory() && stat.uid === process.geteuid?.() && !(stat.mode & 0o022)) return;
  throw unusable(folder, "it is not a folder that only you can write");
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function unusable(path: string, why: string): JournalError {
  const fix = "remove it; journals that were written with it then have to be adopted again";
  return new JournalError("no_key", path, `cannot be used, because ${why}: ${fix}`);
}
