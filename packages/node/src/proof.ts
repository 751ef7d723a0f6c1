import { sha256Hex } from "@readback/core/host";
import { shortLivedSha256 } from "./digest.js";
import { userKey } from "./user-key.js";

/** The proof of a text: only who has this user's key can make it. */
export type Prove = (text: string) => string;

/** In hex: 128 bits, of which nobody can guess one nor work back to the key. */
const LENGTH = 32;

/** From so many proofs on, Node's own hash is worth loading. */
const MANY = 1_000;
/** Node's own, once this process has needed it. */
let loaded: typeof sha256Hex | undefined;

const SIGNATURE = /,"m":"([0-9a-f]{32})"\}$/;
const QUOTE = 0x22;
const SIGNATURE_LENGTH = ',"m":""}'.length + LENGTH;

/**
 * Proves the records of one folder. The folder's real path and the segment's number are part of each
 * proof: a record that is copied to another place proves nothing there. Node's own hash is quicker,
 * and takes longer to load than a hook or a first frame has: it is used when there are many proofs.
 */
export function createProver(folder: string): (segment: number) => Prove {
  let made = 0;
  const key = shortLivedSha256(`${userKey()} readback journal ${folder}`);
  // A digest that is cut is no state one could go on from, so the key may simply come first.
  return (segment) => (text) => {
    made += 1;
    if (made === MANY) proveMany();
    const sha256 = loaded ?? shortLivedSha256;
    return sha256(`${key} ${segment} ${text}`).slice(0, LENGTH);
  };
}

/** Says that many proofs are to come. */
export function proveMany(): void {
  loaded ??= quickSha256();
}

/** The JSON of a record, with its proof. */
export function signed(json: string, prove: Prove): string {
  return `${json.slice(0, -1)},"m":"${prove(json)}"}`;
}

/** The JSON of a record without its proof; `undefined` when it has none, or not this one. */
export function verified(text: string, prove: Prove): string | undefined {
  const [, proof] = SIGNATURE.exec(text.slice(-SIGNATURE_LENGTH)) ?? [];
  if (proof === undefined) return undefined;
  const json = `${text.slice(0, -SIGNATURE_LENGTH)}}`;
  return prove(json) === proof ? json : undefined;
}

/** Whether the last thing in a JSON object is a text: all that is added to an entry is. */
export function endsInText(json: string): boolean {
  return json.charCodeAt(json.length - 2) === QUOTE;
}

/** The JSON of a record, whoever has proven it. */
export function unsigned(text: string): string {
  // Only its end is looked at: a search would go through all of it.
  const isSigned = endsInText(text) && SIGNATURE.test(text.slice(-SIGNATURE_LENGTH));
  return isSigned ? `${text.slice(0, -SIGNATURE_LENGTH)}}` : text;
}

function quickSha256(): typeof sha256Hex {
  const hash = process.getBuiltinModule?.("node:crypto").hash;
  return hash ? (text) => hash("sha256", text) : sha256Hex;
}
