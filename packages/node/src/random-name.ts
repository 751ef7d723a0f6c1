import { closeSync, openSync, readSync } from "node:fs";

/**
 * A name nobody else has. It guards nothing, so it does without `node:crypto`, which costs a hook
 * process more time than all its work.
 */
export function randomName(): string {
  const bytes = Buffer.alloc(9);
  try {
    const fd = openSync("/dev/urandom", "r");
    try {
      readSync(fd, bytes);
    } finally {
      closeSync(fd);
    }
    return bytes.toString("base64url");
  } catch {
    // Not every system has it.
    const chance = Math.random().toString(36).slice(2, 10);
    return `${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}-${chance}`;
  }
}
