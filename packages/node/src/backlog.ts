import type { JournalEntry } from "@readback/core";
import type { JournalError } from "./journal-error.js";

/** An entry that is not in the file yet. */
interface Waiting {
  readonly entry: JournalEntry;
  /** The names under which it was tried: a write that failed may turn up all the same. */
  readonly tries: Set<string>;
}

interface BacklogOptions {
  /** Writes an entry, or throws; tells each name it is tried under. */
  write(entry: JournalEntry, tries: Set<string>): void;
  /** Reads what is new, and tells `found` of every name in it. */
  look(): void;
  /** Told when the disk fails, and each time it fails in another way. */
  onProblem(problem: JournalError): void;
}

/** How often a disk that failed is tried again, in milliseconds. */
const AGAIN = 1_000;

/**
 * Entries that could not be written, oldest first: kept in memory and written, in order and once,
 * when the disk works again.
 */
export class Backlog {
  readonly #options: BacklogOptions;
  readonly #waiting: Waiting[] = [];
  /** Names that may turn up in the file. */
  readonly #adrift = new Map<string, Waiting>();
  #problem: JournalError | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  get entries(): readonly JournalEntry[] {
    return this.#waiting.map(({ entry }) => entry);
  }

  /** What the disk said last, while it does not work. */
  get problem(): JournalError | undefined {
    return this.#problem;
  }

  /** Keeps an entry whose write failed. */
  add(entry: JournalEntry, tries: Set<string>, problem?: JournalError): void {
    const waiting = { entry, tries };
    this.#waiting.push(waiting);
    this.#adriftAs(waiting);
    if (problem) this.failed(problem);
  }

  /** Writes what waits; false when the disk still does not work. */
  flush(): boolean {
    if (this.#waiting.length === 0) return true;
    try {
      for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
        if (first.tries.size > 0) this.#options.look();
        if (first !== this.#waiting[0]) continue;
        try {
          this.#options.write(first.entry, first.tries);
        } finally {
          this.#adriftAs(first);
        }
        this.#done(first);
      }
      this.worked();
      return true;
    } catch (error) {
      this.failed(error as JournalError);
      return false;
    }
  }

  /** A record of this process turned up; true when it is one that failed: it is known here. */
  found(name: string): boolean {
    const waiting = this.#adrift.get(name);
    if (waiting) this.#done(waiting);
    return waiting !== undefined;
  }

  /** Reports a problem, once, and tries again by and by. */
  failed(problem: JournalError): void {
    const isNews = this.#problem?.code !== problem.code;
    this.#problem = problem;
    if (this.#waiting.length > 0 && !this.#timer) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.flush();
      }, AGAIN).unref();
    }
    if (isNews) this.#options.onProblem(problem);
  }

  /** The disk works. */
  worked(): void {
    if (this.#waiting.length > 0) return;
    this.#problem = undefined;
    this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #adriftAs(waiting: Waiting): void {
    for (const name of waiting.tries) this.#adrift.set(name, waiting);
  }

  /** Its names stay known: they may be read again, and are no news then. */
  #done(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting);
    if (at >= 0) this.#waiting.splice(at, 1);
  }
}
