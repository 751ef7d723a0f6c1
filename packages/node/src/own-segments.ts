import { closeSync, existsSync } from "node:fs";
import { isOurs } from "./inspect.js";
import { openToRead } from "./private-files.js";
import { createProver, type Prove } from "./proof.js";
import { segmentNumbers, segmentPath } from "./succession.js";

/**
 * The segments in a folder that this user on this machine wrote. What else has such a name may have
 * come with a project: it stays where it is, and counts for nothing.
 */
export class OwnSegments {
  readonly folder: string;
  readonly #prover: (segment: number) => Prove;
  readonly #provers = new Map<number, Prove>();
  /** What is ours stays ours; what is not may be taken away, and its name be used by us. */
  readonly #known = new Set<number>();

  constructor(folder: string) {
    this.folder = folder;
    this.#prover = createProver(folder);
  }

  /** Their numbers, oldest first. */
  get numbers(): readonly number[] {
    return segmentNumbers(this.folder).filter((number) => this.#has(number));
  }

  get newest(): number | undefined {
    const numbers = [...segmentNumbers(this.folder)].reverse();
    return numbers.find((number) => this.#has(number));
  }

  /** The numbers of files that nobody can be shown to have written. */
  get unproven(): readonly number[] {
    return segmentNumbers(this.folder).filter((number) => !this.#has(number));
  }

  /** The number of the segment after one: the next that is free, or our own. */
  after(number: number): number {
    let next = number + 1;
    // Looked for twice: what is pruned meanwhile was ours.
    while (this.#isThere(next) && !this.#has(next) && this.#isThere(next)) next += 1;
    return next;
  }

  /** What proves the records of a segment. */
  prove(number: number): Prove {
    const prove = this.#provers.get(number) ?? this.#prover(number);
    this.#provers.set(number, prove);
    return prove;
  }

  #isThere(number: number): boolean {
    return existsSync(segmentPath(this.folder, number));
  }

  #has(number: number): boolean {
    if (!this.#known.has(number) && this.#look(number)) this.#known.add(number);
    return this.#known.has(number);
  }

  #look(number: number): boolean {
    let fd: number;
    try {
      fd = openToRead(segmentPath(this.folder, number));
    } catch {
      // Gone, or a pipe, a folder, a link, a file of somebody else: it is no segment of ours.
      return false;
    }
    try {
      return isOurs(fd, this.prove(number));
    } finally {
      closeSync(fd);
    }
  }
}
