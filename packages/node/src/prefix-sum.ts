import { readSync } from "node:fs";
import { blocksAdded } from "./digest.js";

const CHUNK = 256 * 1024;
const BLOCK = 8;
/** From so many bytes on, WebAssembly is quicker. */
const MUCH = 16 * 1024;
const A = 0x85eb_ca6b;
const B = 0xc2b2_ae35;

/** A length of a file, and the checksum of the file up to there. */
export interface Sum {
  readonly p: number;
  readonly s: string;
}

/**
 * A checksum of the beginning of a file, which goes on as the file is read. It tells damage, not
 * forgery, and is quick: a hook looks at each byte of its journal with every tool call.
 */
export class PrefixSum {
  #a = 1;
  #b = 2;
  /** So far, whole blocks are counted. */
  #counted = 0;
  /** What follows the last whole block. */
  readonly #rest = Buffer.alloc(BLOCK);
  #restLength = 0;
  #expected: Sum | undefined;
  #isAsExpected: boolean | undefined = true;

  /** Up to where it goes. */
  get length(): number {
    return this.#counted + this.#restLength;
  }

  /** Whether it was what it should be; `undefined` until it has come so far. */
  get isAsExpected(): boolean | undefined {
    return this.#isAsExpected;
  }

  /** Says what it should be at a length that it has not passed yet. */
  expect(sum: Sum): void {
    this.#expected = sum;
    this.#isAsExpected = undefined;
    this.add(this.#rest.subarray(0, 0));
  }

  /** Goes on with the next bytes of the file. */
  add(bytes: Buffer): void {
    const left = this.#expected ? this.#expected.p - this.length : Infinity;
    if (left > bytes.length) {
      this.#add(bytes);
      return;
    }
    this.#add(bytes.subarray(0, left));
    this.#isAsExpected = this.value === this.#expected?.s;
    this.#expected = undefined;
    this.#add(bytes.subarray(left));
  }

  /** In hex. */
  get value(): string {
    let [a, b] = [this.#a, this.#b];
    for (let at = 0; at < this.#restLength; at += 1) a = mixed(a ^ (this.#rest[at] as number), A);
    a = mixed(a ^ this.length, B);
    b = mixed(b ^ a, A);
    return hex(a) + hex(b);
  }

  #add(bytes: Buffer): void {
    let start = 0;
    if (this.#restLength > 0) {
      start = bytes.copy(this.#rest, this.#restLength);
      this.#restLength += start;
      if (this.#restLength < BLOCK) return;
      this.#addBlocks(this.#rest);
    }
    const end = bytes.length - ((bytes.length - start) % BLOCK);
    this.#addBlocks(bytes.subarray(start, end));
    this.#restLength = bytes.copy(this.#rest, 0, end);
  }

  #addBlocks(bytes: Buffer): void {
    const made = bytes.length < MUCH ? undefined : blocksAdded(this.#a, this.#b, bytes);
    [this.#a, this.#b] = made ?? blocksMixed(this.#a, this.#b, bytes);
    this.#counted += bytes.length;
  }
}

function blocksMixed(a: number, b: number, bytes: Buffer): [number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // Two at once: neither waits for the other.
  for (let at = 0; at < bytes.length; at += BLOCK) {
    a = Math.imul(a ^ view.getInt32(at, true), A);
    b = Math.imul(b ^ view.getInt32(at + 4, true), B);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return [a, b];
}

/** Lets a checksum go on with a part of a file. */
export function addFile(sum: PrefixSum, fd: number, start: number, end: number): void {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(0, end - start)));
  for (let at = start; at < end; ) {
    const read = readSync(fd, chunk, 0, Math.min(chunk.length, end - at), at);
    if (read === 0) return;
    sum.add(chunk.subarray(0, read));
    at += read;
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
