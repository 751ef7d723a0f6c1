/** Which lines of a file were taken, so that those a cut has left are not taken again. */
export class LinesTaken {
  readonly #marks: number[] = [];
  #next = 0;

  /** Takes the next line of the file; false when it stood there before the file was cut off. */
  take(line: Buffer): boolean {
    const mark = markOf(line);
    const isKnown = this.#marks[this.#next] === mark;
    if (!isKnown) {
      this.#marks.length = this.#next;
      this.#marks.push(mark);
    }
    this.#next += 1;
    return !isKnown;
  }

  /** Whether the next line of the file would be one that was taken. */
  isTaken(line: Buffer): boolean {
    return this.#marks[this.#next] === markOf(line);
  }

  /** The file is read from its start once more. */
  again(): void {
    this.#next = 0;
  }
}

/** How many bytes of a line are looked at: a line is a few hundred long, and there may be a million. */
const LOOKED_AT = 64;

function markOf(line: Buffer): number {
  const step = Math.max(1, Math.floor(line.length / LOOKED_AT));
  let mark = line.length;
  // From the end: there stands what differs most, the proof.
  for (let at = line.length - 1; at >= 0; at -= step) {
    mark = Math.imul(mark ^ (line[at] as number), 0x01000193);
  }
  return mark;
}
