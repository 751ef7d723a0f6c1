import { createSimulatedClock, type SimulatedClock } from "@readback/core";

const TICK = 20;

/** The time of this machine, which can also be moved on. */
export interface PageClock extends SimulatedClock {
  stop(): void;
}

/** Makes a clock that runs `speed()` times as fast as the real one. */
export function createPageClock(speed: () => number): PageClock {
  const clock = createSimulatedClock(Date.now());
  let last = performance.now();
  const ticks = setInterval(() => {
    const now = performance.now();
    clock.advance((now - last) * speed());
    last = now;
  }, TICK);
  return { ...clock, stop: () => clearInterval(ticks) };
}
