import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { asJournalError, isLost, JournalError } from "./journal-error.js";
import { needLinks, privateFolder, syncFolder } from "./private-files.js";
import { type Record, readRecord, SEAL, sealLine, textOf } from "./record.js";
import { Segment } from "./segment.js";
import { type Machines, segmentNumbers, segmentPath, succeed } from "./succession.js";

/** A record that was read; a corrupt one with its text. */
export type Pulled =
  | Extract<Record, { kind: "entry" | "newer" }>
  /** The line that was asked for. */
  | { readonly kind: "own" }
  | { readonly kind: "corrupt"; readonly text: string };

const OWN = { kind: "own" } as const;

interface ChainOptions {
  readonly folder: string;
  readonly machines: Machines;
  /** Tells this process from others in what it writes. */
  readonly writer: string;
  readonly durable: boolean;
  readonly compactAt: number;
  /** Read only records that hold one of these. */
  readonly needles: readonly string[] | undefined;
}

/** The segments of a journal, one after the other, and how far this process has read them. */
export class Chain {
  readonly #options: ChainOptions;
  /** Its folder, as it really is once it was opened. */
  folder: string;
  #isOpen = false;
  #number = 0;
  #segment: Segment | undefined;
  /** Its seal was read: what it becomes is the next one. */
  #isSealed = false;
  /** From which size on it is worth being compacted. */
  #largeFrom: number | undefined;
  #lost: JournalError | undefined;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.folder = options.folder;
  }

  /** Makes the folder when it is missing. What is deleted later is not made again. */
  open(): void {
    if (this.#isOpen) return;
    privateFolder(this.folder);
    this.folder = realpathSync.native(this.folder);
    this.#isOpen = true;
  }

  /**
   * Reads what is new. Yields `null` where a segment ended. Can go on after an error. `own` is a
   * line that is known: it need not be parsed.
   */
  *pull(own?: Buffer): Generator<Pulled | null> {
    try {
      for (;;) {
        if (!this.#isSealed) yield* this.#records(own);
        if (!this.#isSealed) return;
        this.#moveOn();
        yield null;
      }
    } catch (error) {
      throw this.#problem(error);
    }
  }

  /** Adds a record; returns its line. Whether it counts shows when it is read. */
  append(text: string): Buffer {
    try {
      return this.#current().append(text, this.#options.durable);
    } catch (error) {
      throw this.#problem(error);
    }
  }

  /** Ends a line that a full disk cut off. */
  endLine(): void {
    this.append("");
  }

  /** Ends the segment in use. */
  seal(): void {
    try {
      const temporary = join(this.folder, `link.${this.#options.writer}.tmp`);
      needLinks(this.#current().path, temporary);
      this.append(sealLine(this.#options.writer));
    } catch (error) {
      throw this.#problem(error);
    }
  }

  sync(): void {
    try {
      this.#current().sync();
    } catch (error) {
      throw this.#problem(error);
    }
  }

  /** The unfinished line at the end of what was read. */
  get tail(): Buffer {
    return this.#segment?.tail ?? Buffer.alloc(0);
  }

  /** Whether the segment in use is worth being compacted. */
  get isLarge(): boolean {
    const { compactAt } = this.#options;
    if (!this.#segment || this.#segment.size <= compactAt) return false;
    // Not again at once when what is under way is large by itself.
    this.#largeFrom ??= Math.max(compactAt, 2 * inheritanceOf(this.#segment));
    return this.#segment.size > this.#largeFrom;
  }

  /** Whether the segment in use, as far as it was read, began so long ago, and holds more than it began with. */
  isOlderThan(age: number): boolean {
    const segment = this.#current();
    // Of its head, or else of its first entry: there, the time stands near the beginning.
    const [, began] = /"time":(\d+)/.exec(segment.head(400).toString("latin1")) ?? [];
    const isOld = began !== undefined && Date.now() - Number(began) > age;
    return isOld && segment.size > inheritanceOf(segment);
  }

  /** It could not be compacted: leave it in peace until it has grown. */
  postpone(): void {
    this.#largeFrom = (this.#segment?.size ?? 0) + this.#options.compactAt;
  }

  /** Whether the file in use has no name any more, and no successor. */
  get isDeleted(): boolean {
    return !this.#isSealed && this.#segment?.isDeleted === true;
  }

  /** Stays where it is, and does nothing more until it is started again. */
  lose(problem: JournalError): JournalError {
    this.#lost = problem;
    return problem;
  }

  /** Goes back to the start of the newest segment. */
  restart(): void {
    this.#leave();
    this.#lost = undefined;
  }

  close(): void {
    this.#leave();
  }

  #leave(): void {
    this.#segment?.close();
    this.#segment = undefined;
    this.#isSealed = false;
    this.#largeFrom = undefined;
  }

  *#records(own: Buffer | undefined): Generator<Pulled> {
    for (const line of this.#current().pull(this.#options.needles)) {
      const record = own?.equals(line) ? OWN : readRecord(line);
      if (record.kind === "corrupt") yield { kind: "corrupt", text: textOf(line) };
      else if (record.kind === "seal") {
        this.#isSealed = true;
        return;
      } else if (record.kind !== "head") yield record;
    }
  }

  /** The segment that is written now. */
  #current(): Segment {
    if (this.#lost) throw this.#lost;
    this.open();
    while (!this.#segment) {
      const newest = newestIn(this.folder);
      const isFirst = newest === 0;
      this.#number = isFirst ? 1 : newest;
      const segment = openIfThere(segmentPath(this.folder, this.#number), isFirst);
      // It may have been compacted and pruned just now: then it is not the one to use.
      if (segment && !existsSync(segmentPath(this.folder, this.#number + 1)))
        this.#segment = segment;
      else segment?.close();
      if (isFirst) syncFolder(this.folder);
    }
    return this.#segment;
  }

  /** Goes on in the next segment; makes it, when whoever ended this one did not come to that. */
  #moveOn(): void {
    const { machines, writer } = this.#options;
    const next = this.#number + 1;
    let segment: Segment | undefined;
    try {
      succeed(this.folder, this.#number, machines, writer);
      segment = Segment.open(segmentPath(this.folder, next));
      // Seals come before successors. Without one, it was made after it had been pruned: by a
      // process that was slow, and others do not look there any more.
      if (newestIn(this.folder) > next && !isSealed(segment)) throw this.#behind();
    } catch (error) {
      segment?.close();
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      throw isMissing && newestIn(this.folder) > this.#number ? this.#behind(error) : error;
    }
    // Whoever made it may have been killed before doing this.
    syncFolder(this.folder);
    // It begins with what was read before, in other words.
    segment.skip(inheritanceOf(segment));
    this.#leave();
    this.#segment = segment;
    this.#number = next;
  }

  #behind(cause?: unknown): JournalError {
    const problem = "others compacted and pruned it before this process read it: read it anew";
    return new JournalError("behind", this.folder, problem, { cause });
  }

  #problem(error: unknown): JournalError {
    const problem = asJournalError(error, this.folder);
    if (isLost(problem)) this.#lost = problem;
    return problem;
  }
}

function openIfThere(path: string, mayCreate: boolean): Segment | undefined {
  try {
    return Segment.open(path, { mayCreate });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && !mayCreate) return undefined;
    throw error;
  }
}

/** The number of the newest segment; 0 when there is none. */
function newestIn(folder: string): number {
  return segmentNumbers(folder).at(-1) ?? 0;
}

function isSealed({ path }: Segment): boolean {
  const segment = Segment.openToRead(path);
  try {
    for (const line of segment.pull([SEAL])) {
      if (readRecord(line).kind === "seal") return true;
    }
    return false;
  } finally {
    segment.close();
  }
}

/** How much of a segment stands for the one before it; the first one began with nothing. */
function inheritanceOf(segment: Segment): number {
  const head = segment.head(200);
  const end = head.indexOf("\n", 1);
  const record = readRecord(head.subarray(1, Math.max(1, end)));
  return record.kind === "head" ? end + 1 + record.bytes : 0;
}
