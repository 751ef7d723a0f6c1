import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { OwnSegments } from "./own-segments.js";
import { segmentPath } from "./succession.js";

/** How old a temporary file must be to be nobody's any more. */
const STALE = 60 * 60 * 1_000;

/** What of the past may stay. */
export interface PruneLimits {
  /** In milliseconds, since the file was last written. Default: no limit. */
  readonly maxAge?: number;
  /** Of all files of the past together. Default: no limit. */
  readonly maxBytes?: number;
}

/**
 * Deletes what came before the segment in use: oldest first, until both limits hold. Others may do
 * the same at the same time.
 */
export function prune({ folder, numbers }: OwnSegments, { maxAge, maxBytes }: PruneLimits): number {
  const old = numbers.slice(0, -1).flatMap((number) => fileAt(segmentPath(folder, number)));
  let bytes = old.reduce((sum, { size }) => sum + size, 0);
  let deleted = 0;
  for (const { path, size, age } of old) {
    if (age <= (maxAge ?? Infinity) && bytes <= (maxBytes ?? Infinity)) break;
    rmSync(path, { force: true });
    bytes -= size;
    deleted += 1;
  }
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".tmp"))) {
    for (const { path, age } of fileAt(join(folder, name))) {
      if (age > STALE) rmSync(path, { force: true });
    }
  }
  return deleted;
}

function fileAt(path: string) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? [{ path, size: stat.size, age: Date.now() - stat.mtimeMs }] : [];
}
