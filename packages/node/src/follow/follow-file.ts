import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { asJournalError, JournalError } from "../journal-error.js";
import { readRecord } from "../record.js";
import { Segment } from "../segment.js";
import type { Follow, FollowOptions, FollowProgress } from "./follow-options.js";
import { LinesTaken } from "./lines-taken.js";
import { onceAtATime } from "./once-at-a-time.js";
import { readPieces } from "./read-pieces.js";
import { takeRecord } from "./take-record.js";

/**
 * Follows one file of entries that a person has named, whoever wrote it: a segment of a journal, a copy of
 * one, or entries line by line. Pipes and devices are refused: they could keep a reader waiting forever.
 */
export function followFile(path: string, options: FollowOptions): Follow {
  const lines = new LinesTaken();
  let segment: Segment | undefined;
  let isEnded = false;
  let isClosed = false;
  let isMissing = false;
  /** A last line without a line break that was taken already. */
  let taken: Buffer | undefined;

  function use(line: Buffer): boolean {
    const isTaken = !lines.take(line) || taken?.equals(line);
    taken = undefined;
    if (isTaken) return true;
    isEnded = takeRecord(readRecord(line, undefined), line, path, options);
    return !isEnded;
  }

  /** What follows the last line break, when it is whole. */
  function takeTail(open: Segment): void {
    if (open.tailLength === 0 || taken?.length === open.tailLength) return;
    const { tail } = open;
    const record = readRecord(tail, undefined);
    if (record.kind !== "entry" || lines.isTaken(tail)) return;
    taken = tail;
    takeRecord(record, tail, path, options);
  }

  async function read(): Promise<void> {
    if (isEnded || isClosed) return;
    try {
      segment ??= openNamed(path);
      isMissing = false;
      await readPieces(
        segment,
        use,
        () => isClosed,
        () => options.onProgress?.(progress()),
      );
      if (!isClosed && !isEnded) takeTail(segment);
    } catch (error) {
      const { code, message } = asJournalError(error, path);
      segment?.close();
      segment = undefined;
      taken = undefined;
      lines.again();
      if (isClosed || isMissing) return;
      isMissing = code !== "truncated";
      options.onProblem({ kind: isMissing ? "unreadable" : "lost", path, what: message });
    }
  }

  function progress(): FollowProgress {
    if (!segment) return { read: 0, of: 0 };
    return { read: segment.size, of: fstatSync(segment.fd).size };
  }

  return {
    look: onceAtATime(read),
    get progress() {
      return progress();
    },
    close() {
      isClosed = true;
      segment?.close();
      segment = undefined;
    },
  };
}

/** A person may name a file by a link; what is behind it must be a file all the same. */
function openNamed(path: string): Segment {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (fstatSync(fd).isFile()) return Segment.ofFile(path, fd);
  closeSync(fd);
  throw new JournalError(
    "io",
    path,
    "is not a file: name a file of entries, or a folder of journals",
  );
}
