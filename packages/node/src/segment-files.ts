import type { Prove } from "./proof.js";
import { readRecord, SEAL } from "./record.js";
import { Segment } from "./segment.js";

export function openIfThere(path: string): Segment | undefined {
  try {
    return Segment.open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether a segment has ended. */
export function isSealed(path: string, prove: Prove): boolean {
  const segment = Segment.openToRead(path);
  try {
    for (const line of segment.pull([SEAL])) {
      if (readRecord(line, prove).kind === "seal") return true;
    }
    return false;
  } finally {
    segment.close();
  }
}
