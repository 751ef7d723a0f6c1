import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { readPlainFile } from "@readback/node/plain-file";
import { Failure } from "../failure.js";
import { printable } from "../terminal/text.js";

/** A settings file as it was found. */
export interface SettingsFile {
  /** Where the agent looks for it. */
  readonly path: string;
  /** Where it really is, if something on the way there is a symbolic link out of its folder. */
  readonly linkedTo: string | undefined;
  /** `undefined` when there is none. */
  readonly text: string | undefined;
}

/** Reads a settings file below `home`, the folder whose owner may expect changes in it. */
export function readSettings(path: string, home: string): SettingsFile {
  const target = realPath(path);
  const way = relative(realPath(home), target);
  const isOutside = way.startsWith("..") || isAbsolute(way);
  return { path, linkedTo: isOutside ? target : undefined, text: textOf(target) };
}

/** Puts a text in place of what was read, as a whole or not at all. */
export function writeSettings({ path, text: before }: SettingsFile, text: string): void {
  const target = realPath(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}`);
  try {
    mkdirSync(dirname(target), { recursive: true });
    const mode = statSync(target, { throwIfNoEntry: false })?.mode;
    const fd = openSync(temporary, "wx", 0o666);
    try {
      if (mode !== undefined) fchmodSync(fd, mode & 0o7777);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (textOf(target) !== before) {
      throw new Failure(
        `${shown(path)} was changed meanwhile. Nothing was written: run this again.`,
      );
    }
    renameSync(temporary, target);
  } catch (error) {
    throw asFailure(error, path, "written");
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes what was read, unless it has changed since. */
export function removeSettings({ path, text: before }: SettingsFile): void {
  try {
    const target = realPath(path);
    if (textOf(target) !== before) {
      throw new Failure(
        `${shown(path)} was changed meanwhile. Nothing was removed: run this again.`,
      );
    }
    rmSync(target);
  } catch (error) {
    throw asFailure(error, path, "removed");
  }
}

function textOf(path: string): string | undefined {
  try {
    const file = readPlainFile(path);
    if (!file) return undefined;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.bytes);
  } catch (error) {
    if (error instanceof TypeError) {
      throw new Failure(`${shown(path)} is not UTF-8 text. Nothing was changed; fix it first.`);
    }
    throw asFailure(error, path, "read");
  }
}

/** Where a path leads, also when its last parts do not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw asFailure(error, path, "read");
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Failure(`${shown(path)} is a symbolic link that leads nowhere: remove it first.`);
    }
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  EISDIR: "it is a folder",
  ENOTDIR: "something on the way there is not a folder",
  ELOOP: "its symbolic links go round in a circle",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EEXIST: "something on the way there is not a folder",
};

function asFailure(error: unknown, path: string, done: string): Failure {
  if (error instanceof Failure) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new Failure(`${shown(path)} could not be ${done}: ${REASONS[code] ?? message}.`);
}

function shown(path: string): string {
  return printable(path);
}
