import { constants, copyFileSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Failure } from "../failure.js";
import { printable } from "../terminal/text.js";
import { type Example, filesOf } from "./examples.js";

/** How many names are listed. */
const MOST = 10;

/** Copies an example; throws a {@link Failure} before anything is written when something is in the way. */
export function copyExample({ folder }: Example, into: string): readonly string[] {
  const target = resolve(into);
  const files = filesOf(folder);
  const inTheWay = files.flatMap((file) => obstacle(target, asCopied(file)) ?? []);
  if (inTheWay.length > 0) {
    const names = [...new Set(inTheWay)].map((path) => printable(relative(process.cwd(), path)));
    const more = names.length > MOST ? `, and ${names.length - MOST} more` : "";
    throw new Failure(
      `readback init: ${names.slice(0, MOST).join(", ")}${more} is in the way, and nothing was copied. Choose another folder with --into.`,
    );
  }
  for (const file of files) {
    const path = join(target, asCopied(file));
    try {
      makeFolder(dirname(path));
      // What has come since the look above is not overwritten either.
      copyFileSync(join(folder, file), path, constants.COPYFILE_EXCL);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === undefined ? message : (WHY[code] ?? message);
      throw new Failure(
        `readback init: ${printable(path)} cannot be written: ${why}. Choose another folder with --into.`,
      );
    }
  }
  return files;
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EEXIST: "it is there already",
  ENOENT: "no folder can be made there",
  ENOTDIR: "something on the way there is not a folder",
};

/** As `mkdirSync` with `recursive`, which never returns where nothing can be made, such as in /proc. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have been quicker.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Packages of npm cannot carry a `.gitignore`: there it is called `gitignore`. */
function asCopied(file: string): string {
  return file === "gitignore" ? ".gitignore" : file;
}

/** What keeps a file from being made: itself, or something on its way that is no folder, such as a link to one. */
function obstacle(target: string, file: string): string | undefined {
  const parts = join(target, file).slice(target.length).split(sep);
  let path = target;
  for (const part of ["", ...parts.slice(1)]) {
    path = join(path, part);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    if (!found.isDirectory()) return path;
  }
  return path;
}
