import type { Clock } from "./clock.js";

/** The longest delay the platforms' timers take. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** One timer, set again and again. */
export interface Alarm {
  /** Rings at `at` or earlier, never later; `undefined`: not at all. With `keepsAlive` a Node process waits for it. */
  set(at: number | undefined, keepsAlive: boolean): void;
}

/** Makes an alarm that calls `ring`. Setting it to a later moment costs nothing: it rings early, once. */
export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let timer: { readonly handle: unknown; readonly at: number } | undefined;

  function disarm(): void {
    if (timer) clock.clearTimeout(timer.handle);
    timer = undefined;
  }

  return {
    set(at, keepsAlive) {
      if (at === undefined) {
        disarm();
        return;
      }
      if (!timer || at < timer.at) {
        disarm();
        const delay = Math.min(Math.max(at - clock.now(), 0), LONGEST_TIMER);
        const handle = clock.setTimeout(() => {
          timer = undefined;
          ring();
        }, delay);
        timer = { handle, at };
      }
      const { ref, unref } = timer.handle as { ref?: () => void; unref?: () => void };
      if (keepsAlive) ref?.call(timer.handle);
      else unref?.call(timer.handle);
    },
  };
}
