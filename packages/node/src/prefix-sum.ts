import { readSync } from "node:fs";

const CHUNK = 256 * 1024;
const BLOCK = 8;
const A = 0x85eb_ca6b;
const B = 0xc2b2_ae35;

/**
 * A checksum of the beginning of a file, which can go on as the file grows. It tells damage, not
 * forgery, and is quick: a hook looks at each byte of its journal with every tool call.
 */
export class PrefixSum {
  readonly #source: number | Buffer;
  readonly #start: number;
  /** So far, whole blocks are counted. */
  #counted: number;
  #a = 1;
  #b = 2;
  /** What follows the last whole block. */
  #rest: Buffer = Buffer.alloc(0);

  /** Of a file, from `start` on, or of bytes. */
  constructor(source: number | Buffer, start = 0) {
    this.#source = source;
    this.#start = start;
    this.#counted = start;
  }

  /** Up to where it goes. */
  get length(): number {
    return this.#counted + this.#rest.length;
  }

  /** Goes on to this length of the file. */
  extend(length: number): void {
    if (length <= this.length) return;
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, length - this.#counted));
    while (this.length < length) {
      const wanted = Math.min(chunk.length, length - this.#counted);
      const read = this.#read(chunk, wanted);
      if (read <= this.#rest.length) return;
      const whole = read - (read % BLOCK);
      this.#add(chunk, whole);
      this.#counted += whole;
      this.#rest = Buffer.from(chunk.subarray(whole, read));
    }
  }

  #read(chunk: Buffer, length: number): number {
    const source = this.#source;
    if (typeof source === "number") return readSync(source, chunk, 0, length, this.#counted);
    return source.copy(chunk, 0, this.#counted, this.#counted + length);
  }

  /** In hex. */
  get value(): string {
    let [a, b] = [this.#a, this.#b];
    for (const byte of this.#rest) a = mixed(a ^ byte, A);
    a = mixed(a ^ (this.length - this.#start), B);
    b = mixed(b ^ a, A);
    return hex(a) + hex(b);
  }

  #add(chunk: Buffer, length: number): void {
    const view = new DataView(chunk.buffer, chunk.byteOffset, length);
    // Two at once: neither waits for the other.
    let [a, b] = [this.#a, this.#b];
    for (let at = 0; at < length; at += BLOCK) {
      a = Math.imul(a ^ view.getInt32(at, true), A);
      b = Math.imul(b ^ view.getInt32(at + 4, true), B);
      a ^= a >>> 15;
      b ^= b >>> 13;
    }
    this.#a = a;
    this.#b = b;
  }
}

/** A checksum of a short text, in hex. */
export function sumOf(text: string): string {
  let sum = 1;
  for (let at = 0; at < text.length; at += 1) sum = mixed(sum ^ text.charCodeAt(at), A);
  return hex(sum);
}

function mixed(value: number, by: number): number {
  const product = Math.imul(value, by);
  return product ^ (product >>> 15);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
