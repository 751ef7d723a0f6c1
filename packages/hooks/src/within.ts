import { Script } from "node:vm";

const KEY = "__readbackWithin";
let script: Script | undefined;

/**
 * Runs something synchronous, and throws when it takes longer than so many milliseconds, even if it would
 * never end: Node's own watchdog, a thread that sleeps, interrupts it. What it left half-done stays so.
 */
export function within<T>(ms: number, run: () => T): T {
  const scope = globalThis as { [KEY]?: () => void };
  let result: { readonly value: T } | undefined;
  scope[KEY] = () => {
    result = { value: run() };
  };
  script ??= new Script(`globalThis.${KEY}()`);
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(ms)) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new Error("it took too long: the disk is slow, or a file is very large");
  } finally {
    delete scope[KEY];
  }
  return (result as { readonly value: T }).value;
}

/** Milliseconds since this process started: `performance` has to be loaded, which takes as long as a decision. */
export function sinceStart(): number {
  return process.uptime() * 1_000;
}

/** The time that a hook has for everything but a validation, used up bit by bit. */
export interface OwnTime {
  /** How much was used, in milliseconds. */
  readonly used: number;
  /** Runs something synchronous, and throws when the time is over before it returns. */
  run<T>(work: () => T): T;
}

/** So many milliseconds, of which some were used before. */
export function ownTime(ms: number, before = 0): OwnTime {
  let used = before;
  let isRunning = false;
  return {
    get used() {
      return used;
    },
    run(work) {
      // What is part of something that is timed needs no time of its own.
      if (isRunning) return work();
      isRunning = true;
      const began = sinceStart();
      try {
        return within(ms - used, work);
      } finally {
        isRunning = false;
        used += sinceStart() - began;
      }
    },
  };
}
