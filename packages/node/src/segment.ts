import { closeSync, fdatasyncSync, fstatSync, readSync, writeSync } from "node:fs";
import { JournalError } from "./journal-error.js";
import { openToAppend, openToRead } from "./private-files.js";

const NEWLINE = 0x0a;
const CHUNK = 64 * 1024;

/**
 * One file of a journal: records, each a line. A record is one write of newline, text, newline on
 * an `O_APPEND` descriptor, so records of several processes never mix, and a torn record (a crash,
 * a full disk) cannot swallow the next one.
 */
export class Segment {
  readonly path: string;
  readonly #fd: number;
  #offset = 0;
  /** The start of a line whose end was not there yet. */
  #partial: Buffer = Buffer.alloc(0);

  private constructor(path: string, fd: number) {
    this.path = path;
    this.#fd = fd;
  }

  static open(path: string): Segment {
    return new Segment(path, openToAppend(path));
  }

  static openToRead(path: string): Segment {
    return new Segment(path, openToRead(path));
  }

  /** Adds a record and returns once it is on the disk (`durable`) or with the system. */
  append(text: string, durable: boolean): void {
    const bytes = Buffer.from(`\n${text}\n`);
    const written = writeSync(this.#fd, bytes);
    if (written < bytes.length) {
      throw new JournalError("disk_full", this.path, "the disk is full: free some space");
    }
    if (durable) this.sync();
    if (fstatSync(this.#fd).nlink === 0) {
      throw new JournalError("deleted", this.path, "it was deleted while in use: start again");
    }
  }

  /**
   * The whole lines that were added since the last call, blank ones left out. With `needles`, only
   * lines that hold one of them: the others are passed over without being looked at.
   */
  *pull(needles?: readonly Buffer[]): Generator<string> {
    const { size } = fstatSync(this.#fd);
    if (size < this.#offset) {
      throw new JournalError("truncated", this.path, "it was shortened from outside: start again");
    }
    const wanted = Math.max(1, size - this.#offset);
    const chunk = Buffer.allocUnsafe(needles ? wanted : Math.min(CHUNK, wanted));
    for (;;) {
      const read = readSync(this.#fd, chunk, 0, chunk.length, this.#offset);
      if (read === 0) return;
      this.#offset += read;
      const bytes = chunk.subarray(0, read);
      yield* needles ? this.#linesWith(needles, bytes) : this.#lines(bytes);
    }
  }

  /** As `#lines`, but jumps from one needle to the next. */
  *#linesWith(needles: readonly Buffer[], bytes: Buffer): Generator<string> {
    const text = this.#partial.length === 0 ? bytes : Buffer.concat([this.#partial, bytes]);
    const end = text.lastIndexOf(NEWLINE) + 1;
    this.#partial = Buffer.from(text.subarray(end));
    const found = needles.map((needle) => text.indexOf(needle));
    for (let line = 0; ; ) {
      let next = end;
      for (const [nth, needle] of needles.entries()) {
        if (found[nth] !== -1 && (found[nth] as number) < line)
          found[nth] = text.indexOf(needle, line);
        if (found[nth] !== -1 && (found[nth] as number) < next) next = found[nth] as number;
      }
      if (next >= end) return;
      const start = text.lastIndexOf(NEWLINE, next) + 1;
      line = text.indexOf(NEWLINE, next) + 1;
      yield text.toString("utf8", start, line - 1);
    }
  }

  /** Returns once everything that was appended is on the disk. */
  sync(): void {
    fdatasyncSync(this.#fd);
  }

  get size(): number {
    return this.#offset;
  }

  close(): void {
    closeSync(this.#fd);
  }

  *#lines(chunk: Buffer): Generator<string> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line =
        this.#partial.length === 0
          ? chunk.toString("utf8", start, end)
          : Buffer.concat([this.#partial, chunk.subarray(start, end)]).toString("utf8");
      this.#partial = this.#partial.subarray(0, 0);
      start = end + 1;
      if (line !== "") yield line;
    }
    if (start < chunk.length) {
      this.#partial = Buffer.concat([this.#partial, chunk.subarray(start)]);
    }
  }
}
