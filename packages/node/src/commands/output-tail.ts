/** Keeps the end of a stream of bytes, whatever its length. */
export class OutputTail {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #kept = 0;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length;
    // A slice would keep all of a large chunk in memory.
    const kept = chunk.length > this.#limit ? Buffer.from(chunk.subarray(-this.#limit)) : chunk;
    this.#chunks.push(kept);
    this.#kept += kept.length;
    let drop = 0;
    while (this.#kept - (this.#chunks[drop]?.length ?? 0) >= this.#limit) {
      this.#kept -= this.#chunks[drop]?.length ?? 0;
      drop += 1;
    }
    if (drop > 0) this.#chunks.splice(0, drop);
  }

  /** Bytes that came in all. */
  get total(): number {
    return this.#total;
  }

  /** What is kept, from the start of a line if something was dropped. Bytes that are no text become U+FFFD. */
  text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(-this.#limit);
    if (this.#total <= bytes.length) return bytes.toString("utf8");
    const lineEnd = bytes.indexOf("\n");
    return bytes.subarray(lineEnd < 0 ? 0 : lineEnd + 1).toString("utf8");
  }
}
