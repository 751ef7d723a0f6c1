import type { Clock } from "@readback/core";

/** Beats for everyone who waits, with one timer however many there are. */
export interface Heartbeat {
  /** Calls `beat` at every interval until the returned function is called. */
  add(beat: () => void): () => void;
}

/** Makes a heartbeat; its timer runs only while somebody waits. */
export function createHeartbeat(clock: Clock, interval: number): Heartbeat {
  const beats = new Set<() => void>();
  let timer: unknown;

  function schedule(): void {
    timer = clock.setTimeout(() => {
      for (const beat of beats) beat();
      if (beats.size > 0) schedule();
      else timer = undefined;
    }, interval);
    (timer as { unref?: () => void }).unref?.();
  }

  return {
    add(beat) {
      beats.add(beat);
      if (timer === undefined) schedule();
      return () => {
        beats.delete(beat);
        if (beats.size > 0) return;
        clock.clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
