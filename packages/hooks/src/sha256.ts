// In place of core's `sha256.ts`: WebAssembly is quick from the first byte on, and a hook has it for its
// proofs anyway.
import { shortLivedSha256 } from "../../node/src/digest.js";

export const sha256Hex = shortLivedSha256;

/** A hook never hashes so much that another one would be worth loading. */
export const quickSha256 = () => shortLivedSha256;
