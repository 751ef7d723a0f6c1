import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Processes } from "@readback/core/host";
import { randomName } from "./random-name.js";

/** How long to wait for a process that holds a lock and lives, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 5;

/**
 * Does something while no other process does it under the same lock. A lock of a process that has ended is
 * taken over. Throws when a living process holds it for longer than ten seconds.
 */
export function withLock(path: string, processes: Processes, run: () => void): void {
  const own = `${path}.${randomName()}`;
  writeFileSync(own, processes.self, { mode: 0o600, flag: "wx" });
  try {
    take(path, own, processes);
    try {
      run();
    } finally {
      rmSync(path, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function take(path: string, own: string, processes: Processes): void {
  for (let waited = 0; ; waited += PAUSE) {
    try {
      linkSync(own, path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = holderOf(path);
    if (holder !== undefined && processes.isGone(holder)) removeIf(path, holder);
    else if (waited >= PATIENCE) throw new Error(`${path} is held by another process: remove it`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

function holderOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Removes the lock of a process that has ended, and no other: somebody may have been quicker. */
function removeIf(path: string, holder: string): void {
  const aside = `${path}.${randomName()}`;
  try {
    renameSync(path, aside);
    if (holderOf(aside) !== holder) linkSync(aside, path);
  } catch {
    // Somebody was quicker.
  } finally {
    rmSync(aside, { force: true });
  }
}
