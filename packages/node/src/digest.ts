import { DIGEST_WASM } from "./digest-wasm.js";

/** Where the bytes to look at begin in the module's memory, and how many have room. */
const START = 64 * 1024;
const ROOM = 256 * 1024;
const BLOCK = 64;

interface Digest {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly sum: (at: number, end: number) => void;
  readonly sha256: (at: number, end: number) => void;
}

/** As much of WebAssembly as is used here: only browsers' types have it. */
interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

let digest: (Digest & { readonly words: DataView; readonly bytes: Buffer }) | undefined;

/**
 * The same as in JavaScript, and quick from the first byte on. V8 compiles JavaScript that runs often,
 * on other threads, for longer than a hook lives. `undefined` where Node has no WebAssembly (`--jitless`).
 */
function loaded(): typeof digest {
  const wasm = (globalThis as { WebAssembly?: Wasm }).WebAssembly;
  if (digest || !wasm) return digest;
  const module = new wasm.Module(Buffer.from(DIGEST_WASM, "base64"));
  const made = new wasm.Instance(module).exports as Digest;
  const { buffer } = made.memory;
  digest = { ...made, words: new DataView(buffer, 0, 32), bytes: Buffer.from(buffer, START, ROOM) };
  return digest;
}

/** SHA-256 of a text, in hex. */
export function shortLivedSha256(text: string): string {
  const length = Buffer.byteLength(text);
  const padded = Math.ceil((length + 9) / BLOCK) * BLOCK;
  const made = padded > ROOM ? undefined : loaded();
  if (!made) return nodeSha256(text);
  const { bytes, words } = made;
  bytes.write(text);
  bytes.fill(0, length, padded);
  bytes[length] = 0x80;
  bytes.writeUInt32BE(length * 8, padded - 4);
  made.sha256(START, START + padded);
  let hex = "";
  for (let at = 0; at < 32; at += 4) {
    hex += words.getUint32(at, true).toString(16).padStart(8, "0");
  }
  return hex;
}

/** By Node itself: loading that takes as long as a hook has. */
function nodeSha256(text: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(text).digest("hex");
}

/** Goes on with the two numbers of a checksum; `undefined` when that has to be done in JavaScript. */
export function blocksAdded(a: number, b: number, bytes: Buffer): [number, number] | undefined {
  const made = loaded();
  if (!made) return undefined;
  const { words } = made;
  words.setInt32(0, a, true);
  words.setInt32(4, b, true);
  for (let at = 0; at < bytes.length; at += ROOM) {
    made.sum(START, START + bytes.copy(made.bytes, 0, at));
  }
  return [words.getInt32(0, true), words.getInt32(4, true)];
}
