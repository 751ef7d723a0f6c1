import { fstatSync, lstatSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import { headOf } from "../inspect.js";
import { asJournalError } from "../journal-error.js";
import { OwnSegments } from "../own-segments.js";
import type { Prove } from "../proof.js";
import { readRecord } from "../record.js";
import { Segment } from "../segment.js";
import { segmentPath } from "../succession.js";
import type { Follow, FollowOptions, FollowProblem } from "./follow-options.js";
import { LinesTaken } from "./lines-taken.js";
import { onceAtATime } from "./once-at-a-time.js";
import { readPieces } from "./read-pieces.js";
import { takeRecord } from "./take-record.js";

interface Current {
  readonly number: number;
  readonly segment: Segment;
  readonly prove: Prove;
  /** Which journal it is a part of. */
  readonly journal: string | undefined;
}

/**
 * Follows the journal in a folder: all of its history that is still there, and then what its processes write.
 * It writes nothing and makes nothing. Only what this user on this machine wrote counts, as for every reader.
 */
export function followJournal(folder: string, options: FollowOptions): Follow {
  let own: OwnSegments | undefined;
  let current: Current | undefined;
  /** The segment that was read to its end. */
  let last: Omit<Current, "segment" | "prove"> | undefined;
  /** Files that have been read, or begun: they are not read again. */
  const begun = new Set<string>();
  const unproven = new Set<number>();
  /** Of the segment that is being read. */
  let lines = new LinesTaken();
  /** Bytes of files that were read to their end. */
  let finished = 0;
  let isClosed = false;
  let problem = "";

  function tell(kind: FollowProblem["kind"], path: string, what: string): void {
    // Looked at every second: said once.
    if (problem === what) return;
    problem = what;
    options.onProblem({ kind, path, what });
  }

  async function look(): Promise<void> {
    try {
      while (!isClosed) {
        current ??= nextSegment();
        if (!current || !(await readOn(current))) return;
      }
    } catch (error) {
      const { code, message } = asJournalError(error, folder);
      if (isClosed) return;
      if (code === "truncated" && current) {
        // Whatever is written now comes after what was cut off.
        begunAgain(current);
        tell("lost", folder, message);
      } else if (code !== "deleted") tell("unreadable", folder, message);
    }
  }

  /** Reads what is new; whether the segment has ended, so that the next one follows. */
  async function readOn({ segment, number, prove, journal }: Current): Promise<boolean> {
    const path = segmentPath(folder, number);
    let isSealed = false;
    const use = (line: Buffer) => {
      if (!lines.take(line)) return true;
      isSealed = takeRecord(readRecord(line, prove), line, path, options);
      return !isSealed;
    };
    await readPieces(
      segment,
      use,
      () => isClosed,
      () => options.onProgress?.(progress()),
    );
    if (isClosed) return false;
    if (isSealed) {
      last = { number, journal };
      finished += segment.size;
    } else if (segment.isDeleted) {
      tell("lost", folder, `${basename(path)} was deleted while it was in use`);
      last = undefined;
      own = undefined;
    } else return false;
    segment.close();
    current = undefined;
    lines = new LinesTaken();
    return true;
  }

  function begunAgain({ segment }: Current): void {
    begun.delete(identityOf(segment.fd));
    segment.close();
    current = undefined;
    lines.again();
  }

  /** The oldest segment that was not read yet; without those from before a gap. */
  function nextSegment(): Current | undefined {
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    own ??= new OwnSegments(realpathSync.native(folder));
    for (const number of own.unproven) tellUnproven(own, number);
    for (const number of own.numbers) {
      const opened = begin(own, number);
      if (opened) return opened;
    }
    return undefined;
  }

  function begin(segments: OwnSegments, number: number): Current | undefined {
    let segment: Segment;
    try {
      segment = Segment.openToRead(segmentPath(segments.folder, number));
    } catch {
      // It was pruned just now.
      return undefined;
    }
    const identity = identityOf(segment.fd);
    if (begun.has(identity)) {
      segment.close();
      return undefined;
    }
    begun.add(identity);
    const prove = segments.prove(number);
    const head = headOf(segment.fd, prove);
    // It begins with what was read before, in other words.
    const journal = head?.record.journal;
    if (head && last && last.journal === journal && segments.after(last.number) === number) {
      segment.skip(head.end);
    } else if (last && last.journal === journal) {
      tell(
        "lost",
        folder,
        `what came before ${basename(segment.path)} was pruned before it was read`,
      );
    }
    return { number, segment, prove, journal };
  }

  function tellUnproven(segments: OwnSegments, number: number): void {
    if (unproven.has(number)) return;
    unproven.add(number);
    const path = segmentPath(segments.folder, number);
    const what = `nothing shows that you wrote ${basename(path)} on this machine: to look at it all the same, name the file`;
    options.onProblem({ kind: "unproven", path, what });
  }

  function progress() {
    const { read, of } = current
      ? { read: current.segment.size, of: fstatSync(current.segment.fd).size }
      : { read: 0, of: 0 };
    return { read: finished + read, of: finished + of + waiting() };
  }

  /** The size of segments that come after the one that is being read. */
  function waiting(): number {
    if (!own || !current) return 0;
    const { number } = current;
    try {
      return own.numbers
        .filter((other) => other > number)
        .map((other) => lstatSync(segmentPath(folder, other), { throwIfNoEntry: false })?.size ?? 0)
        .reduce((sum, size) => sum + size, 0);
    } catch {
      // The folder was deleted just now.
      return 0;
    }
  }

  return {
    look: onceAtATime(look),
    get progress() {
      return progress();
    },
    close() {
      isClosed = true;
      current?.segment.close();
      current = undefined;
    },
  };
}

/** Which file it is, whatever its name: another one may get its number. */
function identityOf(fd: number): string {
  const { dev, ino, birthtimeMs } = fstatSync(fd);
  return `${dev} ${ino} ${birthtimeMs}`;
}
