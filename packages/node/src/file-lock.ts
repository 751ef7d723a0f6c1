import { basename, dirname } from "node:path";
import type { Processes } from "@readback/core/host";
import { type OwnNotes, ownNotes } from "./own-notes.js";

/** How long to wait for a process that holds a lock and lives, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 5;

/**
 * Does something while no other process does it under the same lock. A lock of a process that has ended is
 * taken over, and one that this user did not write is none. Throws when a living process holds it for longer
 * than ten seconds.
 */
export function withLock(path: string, processes: Processes, run: () => void): void {
  const notes = ownNotes(dirname(path));
  const name = basename(path);
  take(notes, name, path, processes);
  try {
    run();
  } finally {
    notes.remove(name);
  }
}

function take(notes: OwnNotes, name: string, path: string, processes: Processes): void {
  for (let waited = 0; !notes.writeFirst(name, processes.self); waited += PAUSE) {
    const holder = notes.read(name);
    if (holder !== undefined && processes.isGone(holder)) notes.removeIf(name, holder);
    else if (waited >= PATIENCE) throw new Error(`${path} is held by another process: remove it`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}
