import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "@readback/core";
import { headOf } from "./inspect.js";
import { Integrity } from "./integrity.js";
import { asJournalError, JournalError } from "./journal-error.js";
import { OwnSegments } from "./own-segments.js";
import { needLinks, privateFolder, syncFolder } from "./private-files.js";
import { type Prove, proveMany, signed } from "./proof.js";
import {
  type Damage,
  entryJson,
  entryLine,
  type Record,
  readRecord,
  sealJson,
  textOf,
  tornJson,
} from "./record.js";
import { mustFit, Segment } from "./segment.js";
import { isSealed, openIfThere } from "./segment-files.js";
import { begin, type Machines, mustBePartOf, segmentPath, succeed } from "./succession.js";

/** A record that was read; a corrupt one with its text. */
export type Pulled =
  | Extract<Record, { kind: "entry" | "newer" }>
  /** The line that was asked for. */
  | { readonly kind: "own" }
  | { readonly kind: "corrupt"; readonly text: string };

const OWN = { kind: "own" } as const;

/** In so many bytes there are more records than Node's own hash takes time to load. */
const MUCH = 2 ** 20;

interface ChainOptions {
  readonly folder: string;
  readonly machines: Machines;
  /** Tells this process from others in what it writes. */
  readonly writer: string;
  readonly durable: boolean;
  readonly compactAt: number;
  /** Read only records that hold one of these. */
  readonly needles: readonly string[] | undefined;
  /** Make the folder again when it was deleted. */
  readonly beginsAgain: boolean;
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
  #own: OwnSegments | undefined;
  #proof: { readonly of: number; readonly prove: Prove } | undefined;
  /** Of the segment in use. */
  #integrity: Integrity | undefined;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.folder = options.folder;
  }

  /** The segments that this user wrote, oldest first, and what else is there. */
  get own(): OwnSegments {
    this.open();
    this.#own ??= new OwnSegments(this.folder);
    return this.#own;
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

  /** Adds an entry under a name; returns its line. Whether it counts shows when it is read. */
  append(entry: JournalEntry, name: string): Buffer {
    const json = entryJson(entry, name);
    // What is far too large is not even proven: that would take seconds.
    mustFit(json.length, this.folder);
    return this.#append(() => entryLine(json, this.#prove, this.#integrity?.seen));
  }

  /** Ends a line that a full disk cut off. */
  endLine(): void {
    this.#append(() => "");
  }

  /** Ends the segment in use. With `leavesDamage`, what is damaged stays behind in it. */
  seal(leavesDamage = false): void {
    try {
      const temporary = join(this.folder, `link.${this.#options.writer}.tmp`);
      needLinks(this.#current().path, temporary);
    } catch (error) {
      throw this.#problem(error);
    }
    this.#append(() => signed(sealJson(this.#options.writer, leavesDamage), this.#prove));
  }

  #append(line: () => string): Buffer {
    const { durable } = this.#options;
    try {
      const segment = this.#current();
      const text = line();
      return segment.append(text, durable, text && this.#tornNote(segment));
    } catch (error) {
      throw this.#problem(error);
    }
  }

  /** Says of an unfinished line at the end that it was never finished: it is no damage. */
  #tornNote({ size, tailLength }: Segment): string {
    if (tailLength === 0) return "";
    const note = tornJson(this.#options.writer, size - tailLength, size);
    return `\n${signed(note, this.#prove)}\n`;
  }

  /** Proves the records of the segment in use. */
  get #prove(): Prove {
    if (this.#proof?.of !== this.#number) {
      this.#proof = { of: this.#number, prove: this.own.prove(this.#number) };
    }
    return this.#proof.prove;
  }

  sync(): void {
    try {
      this.#current().sync();
    } catch (error) {
      throw this.#problem(error);
    }
  }

  /** The unfinished line at the end of what was read. */
  get tail(): Record {
    return readRecord(this.#segment?.tail ?? Buffer.alloc(0), this.#prove);
  }

  /** What is damaged in the segment in use, as far as it was read. */
  get damage(): readonly Damage[] {
    return this.#integrity?.damage ?? [];
  }

  /** Whether the segment in use is worth being compacted. */
  get isLarge(): boolean {
    const { compactAt } = this.#options;
    if (!this.#segment || this.#segment.size <= compactAt) return false;
    // Not again at once when what is under way is large by itself.
    this.#largeFrom ??= Math.max(compactAt, 2 * this.#inheritanceOf(this.#segment));
    return this.#segment.size > this.#largeFrom;
  }

  /** Whether the segment in use, as far as it was read, began so long ago, and holds more than it began with. */
  isOlderThan(age: number): boolean {
    const segment = this.#current();
    // Of its head, or else of its first entry: there, the time stands near the beginning.
    const [, began] = /"time":(\d+)/.exec(segment.first(400).toString("latin1")) ?? [];
    const isOld = began !== undefined && Date.now() - Number(began) > age;
    return isOld && segment.size > this.#inheritanceOf(segment);
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
    if (!this.#options.beginsAgain) return;
    this.#isOpen = false;
    this.#own = undefined;
  }

  close(): void {
    this.#leave();
  }

  #leave(): void {
    this.#segment?.close();
    this.#segment = undefined;
    this.#isSealed = false;
    this.#largeFrom = undefined;
    this.#integrity = undefined;
  }

  *#records(own: Buffer | undefined): Generator<Pulled> {
    const segment = this.#current();
    const prove = this.#prove;
    for (const line of segment.pull(this.#options.needles)) {
      const record = own?.equals(line) ? OWN : readRecord(line, prove);
      if (record.kind === "corrupt") {
        this.#integrity?.doubt();
        yield { kind: "corrupt", text: textOf(line) };
      } else if (record.kind === "seal") {
        this.#isSealed = true;
        return;
      } else if (record.kind === "entry" || record.kind === "newer" || record.kind === "own") {
        yield record;
      }
    }
  }

  /** The segment that is written now. */
  #current(): Segment {
    if (this.#lost) throw this.#lost;
    this.open();
    while (!this.#segment) {
      this.#number = this.own.newest ?? this.#begun();
      const segment = openIfThere(segmentPath(this.folder, this.#number));
      // It may have been compacted and pruned just now: then it is not the one to use.
      if (segment && !existsSync(segmentPath(this.folder, this.own.after(this.#number))))
        this.#use(segment);
      else segment?.close();
    }
    return this.#segment as Segment;
  }

  /** Makes the first segment, unless another process is quicker. */
  #begun(): number {
    const number = this.own.after(0);
    begin(this.#numbered(number), this.#options.writer);
    return number;
  }

  #use(segment: Segment): void {
    this.#segment = segment;
    if (!this.#options.needles && segment.left > MUCH) proveMany();
    this.#integrity = new Integrity(segment, this.#prove);
  }

  #numbered(number: number) {
    return { folder: this.folder, number, prove: this.own.prove(number) };
  }

  /** Goes on in the next segment; makes it, when whoever ended this one did not come to that. */
  #moveOn(): void {
    const { machines, writer } = this.#options;
    const next = this.own.after(this.#number);
    const journal = this.#journal;
    let segment: Segment | undefined;
    try {
      if (!existsSync(segmentPath(this.folder, next)))
        succeed(this.#numbered(this.#number), this.#numbered(next), machines, writer, journal);
      segment = Segment.open(segmentPath(this.folder, next));
      mustBePartOf(journal, segment, this.#numbered(next));
      // Seals come before successors. Without one, it was made after it had been pruned: by a
      // process that was slow, and others do not look there any more.
      if (
        (this.own.newest ?? 0) > next &&
        !isSealed(segmentPath(this.folder, next), this.own.prove(next))
      )
        throw this.#behind();
    } catch (error) {
      segment?.close();
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (!isMissing || (this.own.newest ?? 0) <= this.#number) throw error;
      this.#mustGoOn(journal);
      throw this.#behind(error);
    }
    // Whoever made it may have been killed before doing this.
    syncFolder(this.folder);
    // It begins with what was read before, in other words.
    segment.skip(this.#inheritanceOf(segment, next));
    this.#leave();
    this.#number = next;
    this.#use(segment);
  }

  /** Which journal the segment in use is a part of. */
  get #journal(): string | undefined {
    return this.#segment && headOf(this.#segment.fd, this.#prove)?.record.journal;
  }

  /** Throws when the newest segment belongs to another journal than the one in use. */
  #mustGoOn(journal: string | undefined): void {
    const newest = this.own.newest ?? 0;
    const segment = openIfThere(segmentPath(this.folder, newest));
    try {
      if (segment) mustBePartOf(journal, segment, this.#numbered(newest));
    } finally {
      segment?.close();
    }
  }

  /** How much of a segment stands for the one before it; the first one began with nothing. */
  #inheritanceOf(segment: Segment, number = this.#number): number {
    return headOf(segment.fd, this.own.prove(number))?.end ?? 0;
  }

  #behind(cause?: unknown): JournalError {
    const problem =
      "others compacted and pruned it before this process read it: read it again from the start";
    return new JournalError("behind", this.folder, problem, { cause });
  }

  #problem(error: unknown): JournalError {
    const problem = asJournalError(error, this.folder);
    if (problem.lost !== undefined) this.#lost = problem;
    return problem;
  }
}
