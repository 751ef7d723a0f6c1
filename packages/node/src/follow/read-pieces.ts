import { setImmediate } from "node:timers/promises";
import type { Segment } from "../segment.js";

/** Read in one go, in bytes: a few milliseconds of work. */
const PIECE = 512 * 1024;
/** How long other work may have to wait, in milliseconds. */
const SLICE = 8;
const LINES_BETWEEN_LOOKS = 64;

/**
 * Reads what is new in a file, line by line, and lets other work in between; `use` returns false to end
 * that. Whatever the file is made of, a piece is read in one go, and no more than a line is held.
 */
export async function readPieces(
  segment: Segment,
  use: (line: Buffer) => boolean,
  isClosed: () => boolean,
  onPiece: () => void,
): Promise<void> {
  let [lines, since] = [0, performance.now()];
  for (;;) {
    const before = segment.size;
    for (const line of segment.pull(undefined, PIECE)) {
      if (!use(line)) return;
      lines += 1;
      if (lines % LINES_BETWEEN_LOOKS === 0 && performance.now() - since > SLICE) {
        await setImmediate();
        if (isClosed()) return;
        since = performance.now();
      }
    }
    if (segment.size === before) return;
    onPiece();
    await setImmediate();
    if (isClosed()) return;
    since = performance.now();
  }
}
