import { type Clock, createSimulatedClock } from "@readback/core";

const TICK = 20;

/** The time of this machine, which can also be moved on. */
export interface MovableClock extends Clock {
  advance(ms: number): void;
  stop(): void;
}

export function createMovableClock(): MovableClock {
  const clock = createSimulatedClock(Date.now());
  let last = performance.now();
  const ticks = setInterval(() => {
    const now = performance.now();
    clock.advance(now - last);
    last = now;
  }, TICK);
  return { ...clock, stop: () => clearInterval(ticks) };
}
