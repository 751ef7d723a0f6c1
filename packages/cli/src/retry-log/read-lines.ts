import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK = 1 << 20;
/** No line of ours is longer. */
const LONGEST_LINE = 4 << 20;
const NEWLINE = 10;

/** How far a file was read. */
export interface Reading {
  readonly at: number;
  readonly size: number;
}

/** The whole lines of a file from a place on, with flat memory. Returns where the next one will begin. */
export function readLines(
  path: string,
  from: number,
  onLine: (line: string) => void,
  onProgress: (reading: Reading) => void = () => {},
): number {
  const fd = openSync(path, "r");
  try {
    const { size } = fstatSync(fd);
    const buffer = Buffer.allocUnsafe(CHUNK);
    let rest: Buffer = Buffer.alloc(0);
    let at = from;
    for (;;) {
      const read = readSync(fd, buffer, 0, CHUNK, at);
      if (read === 0) return at - rest.length;
      at += read;
      const end = buffer.lastIndexOf(NEWLINE, read - 1);
      if (end < 0) {
        rest = Buffer.concat([rest, buffer.subarray(0, read)]);
        if (rest.length > LONGEST_LINE) rest = Buffer.alloc(0);
        continue;
      }
      const text =
        rest.length === 0
          ? buffer.toString("utf8", 0, end)
          : Buffer.concat([rest, buffer.subarray(0, end)]).toString("utf8");
      for (const line of text.split("\n")) if (line !== "") onLine(line);
      rest = Buffer.from(buffer.subarray(end + 1, read));
      onProgress({ at, size });
    }
  } finally {
    closeSync(fd);
  }
}
