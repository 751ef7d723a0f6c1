import { closeSync, fstatSync, readSync } from "node:fs";
import { asJournalError } from "./journal-error.js";
import { openToRead } from "./private-files.js";

const CHUNK = 1 << 16;
/** No line of ours is longer, in bytes. */
const LONGEST_LINE = 4 << 20;
const NEWLINE = 10;

/** How far a file was read. */
export interface Reading {
  readonly at: number;
  readonly size: number;
}

/** Settings of {@link readLines}. */
export interface ReadLinesOptions {
  /** The file that the place to begin at belongs to, as it was told before. Default: any. */
  readonly file?: string | undefined;
  readonly onProgress?: ((reading: Reading) => void) | undefined;
}

/** What reading a file came to. */
export interface LinesRead {
  /** Where the next whole line will begin. */
  readonly next: number;
  /** Names the file: another one in its place has another name. */
  readonly file: string;
  /** It is another file, or was cut off before the place: nothing was read, and `next` is its start. */
  readonly isOther: boolean;
  /** The beginning of a line whose end is not there yet. */
  readonly rest: string;
}

/**
 * Reads the whole lines of a file from a place on, with flat memory; a line that is longer than 4 MiB is left out, and
 * so are empty ones. `undefined`: there is no file. A link is
 * not followed, and a pipe or a device is refused.
 */
export function readLines(
  path: string,
  from: number,
  onLine: (line: string) => void,
  options: ReadLinesOptions = {},
): LinesRead | undefined {
  let fd: number;
  try {
    fd = openToRead(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw asJournalError(error, path);
  }
  try {
    const { size, ino, birthtimeMs } = fstatSync(fd);
    const file = `${ino} ${birthtimeMs}`;
    if ((options.file ?? file) !== file || from > size) {
      return { next: 0, file, isOther: true, rest: "" };
    }
    let buffer = Buffer.allocUnsafe(CHUNK);
    /** How much of the buffer is the beginning of a line. */
    let kept = 0;
    let isTooLong = false;
    let at = from;
    let next = from;
    for (;;) {
      if (kept > LONGEST_LINE) [isTooLong, kept] = [true, 0];
      if (kept === buffer.length) buffer = Buffer.concat([buffer], 2 * kept);
      const read = readSync(fd, buffer, kept, buffer.length - kept, at);
      if (read === 0) break;
      const filled = kept + read;
      at += read;
      const end = buffer.lastIndexOf(NEWLINE, filled - 1);
      if (end < kept) kept = filled;
      else {
        const first = isTooLong ? buffer.indexOf(NEWLINE) + 1 : 0;
        const text = buffer.toString("utf8", first, Math.max(first, end));
        for (const line of text.split("\n")) if (line !== "") onLine(line);
        buffer.copyWithin(0, end + 1, filled);
        kept = filled - end - 1;
        isTooLong = false;
        next = at - kept;
      }
      options.onProgress?.({ at, size });
    }
    return { next, file, isOther: false, rest: buffer.toString("utf8", 0, isTooLong ? 0 : kept) };
  } finally {
    closeSync(fd);
  }
}
