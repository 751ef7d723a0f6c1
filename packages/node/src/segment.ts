import { closeSync, fdatasyncSync, fstatSync, readSync, writeSync } from "node:fs";
import { JournalError } from "./journal-error.js";
import { openToAppend, openToRead } from "./private-files.js";
import { SEAL } from "./record.js";

const NEWLINE = 0x0a;
const CHUNK = 64 * 1024;
/** Small enough to stay in the processor's cache while it is searched. */
const SEARCHED_CHUNK = 256 * 1024;
/** Up to here, a copy is quickly made. */
const LITTLE = 16 * 1024;
/** The largest record. A longer line cannot be one: it is not even held in memory. */
const LARGEST = 64 * 2 ** 20;
/** How much of a line that is too long is looked at. */
const SAMPLE = 1_024;
const NOTHING = Buffer.alloc(0);
const NO_LINES: readonly Buffer[] = [];

/**
 * One file of a journal: records, each a line. A record is one write of newline, text, newline on
 * an `O_APPEND` descriptor, so records of several processes never mix, and a torn record (a crash,
 * a full disk) cannot swallow the next one.
 */
export class Segment {
  readonly path: string;
  readonly fd: number;
  /** Is told what is read, all of it and in order. */
  onRead: ((bytes: Buffer) => void) | undefined;
  /** Up to here there is no seal: it is not looked for. */
  unsealed = 0;
  #offset = 0;
  #isDeleted = false;
  /** The start of a line whose end was not there yet. */
  #partial: Buffer[] = [];
  #partialSize = 0;

  private constructor(path: string, fd: number) {
    this.path = path;
    this.fd = fd;
  }

  static open(path: string): Segment {
    return new Segment(path, openToAppend(path, false));
  }

  static openToRead(path: string): Segment {
    return new Segment(path, openToRead(path));
  }

  /** A file that is open already. */
  static ofFile(path: string, fd: number): Segment {
    return new Segment(path, fd);
  }

  /** How far it was read. */
  get size(): number {
    return this.#offset;
  }

  /** How much there is to read. */
  get left(): number {
    return fstatSync(this.fd).size - this.#offset;
  }

  /** How long that is which follows the last whole line that was read. */
  get tailLength(): number {
    return this.#partialSize;
  }

  /** What follows the last whole line that was read. */
  get tail(): Buffer {
    return Buffer.concat(this.#partial);
  }

  /** Whether it had no name any more when it was last read. */
  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /**
   * Adds a record and returns once it is on the disk (`durable`) or with the system. The line it
   * makes, as `pull` will give it. `before` is a line to add with it.
   */
  append(text: string, durable: boolean, before = ""): Buffer {
    const bytes = Buffer.from(`${before}\n${text}\n`);
    mustFit(bytes.length, this.path);
    const written = writeSync(this.fd, bytes);
    // All but its end: the record is whole as soon as any other follows it.
    if (written === bytes.length - 1) writeSync(this.fd, "\n");
    else if (written < bytes.length) {
      throw new JournalError("disk_full", this.path, "the disk is full: free some space");
    }
    if (durable) this.sync();
    return bytes.subarray(Buffer.byteLength(before) + 1, -1);
  }

  /** Returns once everything that was appended is on the disk. */
  sync(): void {
    fdatasyncSync(this.fd);
  }

  /**
   * The whole lines that were added since the last call, blank ones left out. With `needles`, bytes
   * as Latin-1, only lines that hold one of them: the others are skipped without being looked at. A line is
   * valid until the next one is asked for. At most `most` bytes are read.
   */
  pull(needles?: readonly string[], most = Number.POSITIVE_INFINITY): Iterable<Buffer> {
    const { size, nlink } = fstatSync(this.fd);
    this.#isDeleted = nlink === 0;
    if (size < this.#offset) {
      throw new JournalError(
        "truncated",
        this.path,
        "it was shortened from outside: read it again from the start",
      );
    }
    if (size === this.#offset) return NO_LINES;
    // What is added meanwhile is for the next call: others may write faster than this reads.
    const end = Math.min(size, this.#offset + most);
    return needles ? this.#search(needles, end) : this.#readLines(end);
  }

  /** Reads on from there. */
  skip(offset: number): void {
    this.#offset = offset;
  }

  /** The first bytes, however far it was read. */
  first(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(this.fd, bytes, 0, length, 0));
  }

  close(): void {
    closeSync(this.fd);
  }

  *#readLines(size: number): Generator<Buffer> {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size - this.#offset));
    while (this.#offset < size) {
      const read = this.#read(chunk, 0, size);
      if (read === 0) return;
      yield* this.#lines(chunk.subarray(0, read));
    }
  }

  /** Reads up to `size` into a buffer, from `start` on. */
  #read(into: Buffer, start: number, size: number): number {
    const length = Math.min(into.length - start, size - this.#offset);
    const read = readSync(this.fd, into, start, length, this.#offset);
    this.#offset += read;
    this.onRead?.(into.subarray(start, start + read));
    return read;
  }

  *#lines(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    for (;;) {
      // One by one they would be slow to find: a file may have nothing else in it.
      if (this.#partialSize === 0) while (chunk[start] === NEWLINE) start += 1;
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      const line = this.#completed(chunk.subarray(start, end));
      start = end + 1;
      if (line.length > 0) yield line;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The lines that hold a needle. What is left of a chunk moves to the front of the next. */
  *#search(needles: readonly string[], size: number): Generator<Buffer> {
    const before = this.#completed(NOTHING);
    const all = before.length + size - this.#offset;
    let chunk = Buffer.allocUnsafe(Math.max(before.length, Math.min(SEARCHED_CHUNK, all)));
    let filled = before.copy(chunk);
    let rest = 0;
    try {
      while (this.#offset < size) {
        if (filled === chunk.length) {
          if (filled > LARGEST) filled = SAMPLE;
          else chunk = Buffer.concat([chunk], 2 * filled);
        }
        const read = this.#read(chunk, filled, size);
        if (read === 0) break;
        filled += read;
        rest = chunk.subarray(0, filled).lastIndexOf(NEWLINE) + 1;
        const wanted = this.#offset > this.unsealed ? needles : needles.filter(isNoSeal);
        yield* linesWith(wanted, chunk.subarray(0, rest));
        filled = chunk.copy(chunk, 0, rest, filled);
        rest = 0;
      }
    } finally {
      this.#keep(chunk.subarray(rest, filled));
    }
  }

  /** Keeps the start of a line until its end comes. */
  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    // A copy: the chunk is used again.
    this.#partial.push(Buffer.from(bytes));
    this.#partialSize += bytes.length;
    if (this.#partialSize <= LARGEST) return;
    this.#partial = [Buffer.from(this.tail.subarray(0, SAMPLE))];
    this.#partialSize = SAMPLE;
  }

  /** The kept start of a line, with what comes after it. */
  #completed(rest: Buffer): Buffer {
    if (this.#partialSize === 0) return rest;
    const whole = Buffer.concat([...this.#partial, rest]);
    this.#partial = [];
    this.#partialSize = 0;
    return whole;
  }
}

const isNoSeal = (needle: string) => needle !== SEAL;

/** The lines of a chunk that hold one of the needles: jumps from one needle to the next. */
function* linesWith(needles: readonly string[], chunk: Buffer): Generator<Buffer> {
  const indexOf = finder(chunk);
  const found = needles.map((needle) => indexOf(needle, 0));
  for (let line = 0; ; ) {
    let next = chunk.length;
    for (const [nth, needle] of needles.entries()) {
      let at = found[nth] as number;
      if (at !== -1 && at < line) at = indexOf(needle, line);
      if (at !== -1 && at < next) next = at;
      found[nth] = at;
    }
    if (next === chunk.length) return;
    const start = chunk.lastIndexOf(NEWLINE, next) + 1;
    line = chunk.indexOf(NEWLINE, next) + 1;
    yield chunk.subarray(start, line - 1);
  }
}

/** Finds bytes, given as Latin-1. In little, a string is searched several times quicker than a buffer. */
function finder(chunk: Buffer): (needle: string, from: number) => number {
  if (chunk.length > LITTLE) return (needle, from) => chunk.indexOf(needle, from, "latin1");
  const text = chunk.toString("latin1");
  return (needle, from) => text.indexOf(needle, from);
}

/** Throws when a record is too large. */
export function mustFit(bytes: number, path: string): void {
  if (bytes <= LARGEST) return;
  const problem = `an entry of ${bytes} bytes is too large: at most ${LARGEST} are possible`;
  throw new JournalError("too_large", path, problem);
}
