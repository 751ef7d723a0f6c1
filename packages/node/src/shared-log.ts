import type { JournalEntry } from "@readback/core";
import type { Chain, Pulled } from "./chain.js";
import { JournalError } from "./journal-error.js";

type EntryRecord = Extract<Pulled, { kind: "entry" | "own" }>;

interface SharedLogOptions {
  readonly chain: Chain;
  /** Tells this process from others in what it writes. */
  readonly writer: string;
  /** Whether the record of this name is one of ours whose write failed: then it is no news. */
  isKnown(name: string): boolean;
}

/** What this process writes to a journal, and what it hears of others there. */
export class SharedLog {
  readonly #chain: Chain;
  readonly #writer: string;
  readonly #isKnown: (name: string) => boolean;
  #written = 0;
  /** Entries of others that were read and not handed out yet. */
  #others: JournalEntry[] = [];
  /** What was read since the start. */
  readonly seen = { entries: 0, corrupt: 0, newer: 0 };
  /** Lines that are not records, and that nobody was told of yet. */
  readonly corrupt: string[] = [];

  constructor({ chain, writer, isKnown }: SharedLogOptions) {
    this.#chain = chain;
    this.#writer = writer;
    this.#isKnown = isKnown;
  }

  /** Hands out what others wrote, once. */
  take(): readonly JournalEntry[] {
    return this.#others.splice(0);
  }

  /** Puts entries of others back, to be handed out first. */
  putBack(entries: readonly JournalEntry[]): void {
    this.#others.unshift(...entries);
  }

  /** Throws when the file in use was deleted: whoever only reads would wait for news in vain. */
  mustBeThere(): void {
    if (this.#chain.isDeleted) throw this.#lost("deleted", "it was deleted while in use");
  }

  /** Reads what is new; entries of others are handed out later. */
  drain(): void {
    this.#pull((record) => {
      if (record) this.#hear(record);
      return true;
    });
  }

  /** Everything from the start of the newest segment. */
  readAll(): readonly JournalEntry[] {
    const entries: JournalEntry[] = [];
    this.#others = [];
    Object.assign(this.seen, { entries: 0, corrupt: 0, newer: 0 });
    this.#chain.restart();
    this.#pull((record) => {
      if (record?.kind === "entry") {
        this.#isKnown(record.writer);
        entries.push(record.entry);
      }
      return true;
    });
    return entries;
  }

  /**
   * Writes an entry, again when the segment ended first. Returns what came before it. `tries` gets
   * the names it is tried under.
   */
  write(entry: JournalEntry, tries?: Set<string>): readonly JournalEntry[] {
    for (;;) {
      this.#written += 1;
      const name = `${this.#writer}.${this.#written}`;
      tries?.add(name);
      const line = this.#chain.append(entry, name);
      const before = this.#readUpTo(line);
      if (before) return before;
    }
  }

  /** Reads what is new, and ends a record of ours that a full disk cut off at its very end. */
  repair(): void {
    this.drain();
    const last = this.#chain.tail;
    if (last.kind !== "entry" || !last.writer.startsWith(`${this.#writer}.`)) return;
    this.#chain.endLine();
    this.drain();
  }

  /** Reads until our own record is found: what came before it. `undefined`: the segment ended before. */
  #readUpTo(line: Buffer): readonly JournalEntry[] | undefined {
    let isFound = false;
    let isVoid = false;
    let before = 0;
    try {
      this.#pull((record) => {
        if (record === null) isVoid = !isFound;
        else if (record.kind === "own") {
          isFound = true;
          before = this.#others.length;
        } else this.#hear(record);
        return !isVoid;
      }, line);
      // It may have been sealed and pruned meanwhile.
      if (isFound && this.#chain.isDeleted) this.drain();
    } catch (error) {
      // Once it is found it counts. What is wrong after it shows again next time.
      if (!isFound) throw error;
    }
    if (isVoid) return undefined;
    if (!isFound) throw this.#lost("truncated", "what was just written to it is not in it");
    if (this.#chain.isDeleted) throw this.#lost("deleted", "it was deleted while in use");
    return this.#others.splice(0, before);
  }

  #lost(code: "truncated" | "deleted", problem: string): JournalError {
    return this.#chain.lose(
      new JournalError(code, this.#chain.folder, `${problem}: read it again from the start`),
    );
  }

  #hear(record: EntryRecord): void {
    if (record.kind === "own" || this.#isKnown(record.writer)) return;
    this.#others.push(record.entry);
  }

  /** `use` gets the entries, and `null` where a segment ended, until it returns false. */
  #pull(use: (record: EntryRecord | null) => boolean, own?: Buffer): void {
    for (const record of this.#chain.pull(own)) {
      if (record?.kind === "corrupt" || record?.kind === "newer") {
        this.seen[record.kind] += 1;
        if (record.kind === "corrupt") this.corrupt.push(record.text);
      } else {
        if (record) this.seen.entries += 1;
        if (!use(record)) return;
      }
    }
  }
}
