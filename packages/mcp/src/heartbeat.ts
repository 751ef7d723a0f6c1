import type { Clock } from "@readback/core";

/** Beats for everyone who waits, with one timer however many there are. */
export interface Heartbeat<W> {
  /** From now on, beats for this one, too. */
  add(waiting: W): void;
  /** No more beats for this one. */
  remove(waiting: W): void;
}

/** Makes a heartbeat, which calls `beat` for each at every interval; its timer runs only while somebody waits. */
export function createHeartbeat<W>(
  clock: Clock,
  interval: number,
  beat: (waiting: W) => void,
): Heartbeat<W> {
  const everyone = new Set<W>();
  let timer: unknown;

  function schedule(): void {
    timer = clock.setTimeout(() => {
      for (const waiting of everyone) beat(waiting);
      if (everyone.size > 0) schedule();
      else timer = undefined;
    }, interval);
    (timer as { unref?: () => void }).unref?.();
  }

  return {
    add(waiting) {
      everyone.add(waiting);
      if (timer === undefined) schedule();
    },
    remove(waiting) {
      everyone.delete(waiting);
      if (everyone.size > 0) return;
      clock.clearTimeout(timer);
      timer = undefined;
    },
  };
}
