import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** No file that a person writes by hand is larger, in bytes. */
const LARGEST = 2 ** 20;

/** What stands in a file, and whose file it is. */
export interface PlainFile {
  readonly bytes: Uint8Array;
  /** The same, as UTF-8. */
  readonly text: string;
  /** User id of its owner; -1 where files have none. */
  readonly owner: number;
}

/** How a file is opened that anybody may have put there: neither a pipe nor a device makes its reader wait. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file that anybody may have put there. A pipe or a device could keep a reader waiting
 * forever, so only a regular file is read, also behind a symbolic link. `undefined`: it is not there.
 */
export function readPlainFile(path: string): PlainFile | undefined {
  return read(path, WITHOUT_WAITING);
}

/** The same for a file of this user, which is never read through a symbolic link. */
export function readOwnFile(path: string): PlainFile | undefined {
  const file = read(path, WITHOUT_WAITING | (constants.O_NOFOLLOW ?? 0));
  if (!file || file.owner === -1 || file.owner === process.geteuid?.()) return file;
  throw new Error(`it belongs to another user (${file.owner}): remove it`);
}

function read(path: string, flags: number): PlainFile | undefined {
  let fd: number;
  try {
    fd = openSync(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error("it is not a regular file: put one there");
    if (stat.size > LARGEST) throw new Error(`it is larger than ${LARGEST} bytes: shorten it`);
    // It may grow meanwhile: what it held when it was opened is what counts.
    const bytes = Buffer.alloc(stat.size);
    let length = 0;
    for (let more = 1; more > 0 && length < bytes.length; length += more) {
      more = readSync(fd, bytes, length, bytes.length - length, null);
    }
    const owner = process.platform === "win32" ? -1 : stat.uid;
    const held = bytes.subarray(0, length);
    return { bytes: held, text: held.toString("utf8"), owner };
  } finally {
    closeSync(fd);
  }
}
