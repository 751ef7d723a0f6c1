import { InvalidInputError } from "../errors.js";
import { givenKind, mustBe, mustBeFunction } from "../given.js";

/** Where a host gets time from. Core never reads the time in any other way. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** The time of the machine it runs on. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** A clock that stands still until told to move: for tests and what-if replays. */
export interface SimulatedClock extends Clock {
  /** Moves time on by `ms`, firing what falls due on the way, in order. */
  advance(ms: number): void;
  /** When the next timer falls due, or `undefined`. */
  next(): number | undefined;
}

function mustBeTime(ms: unknown, field: string): void {
  if (typeof ms === "number" && Number.isFinite(ms)) return;
  const problem = `must be a number of milliseconds${givenKind(ms)}`;
  throw new InvalidInputError("simulated clock", [{ field, problem }]);
}

/**
 * Makes a clock that moves only when told to.
 * @example
 * const clock = createSimulatedClock();
 * const asker = createAsker({ bridge, clock });
 * clock.advance(30_000); // the render timeout passes at once
 */
export function createSimulatedClock(start = 0): SimulatedClock {
  mustBeTime(start, "start");
  let now = start;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  const earliest = () => {
    let first: { readonly at: number; readonly callback: () => void } | undefined;
    for (const timer of timers) if (!first || timer.at < first.at) first = timer;
    return first;
  };

  return {
    now: () => now,
    setTimeout(callback, ms = 0) {
      mustBeFunction(callback, "simulated clock", "callback");
      mustBe(typeof ms === "number" && !Number.isNaN(ms), "simulated clock", "a number", ms, "ms");
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return timer;
    },
    clearTimeout(handle) {
      timers.delete(handle as { readonly at: number; readonly callback: () => void });
    },
    next: () => earliest()?.at,
    advance(ms) {
      mustBeTime(ms, "advance");
      const until = now + ms;
      for (let timer = earliest(); timer && timer.at <= until; timer = earliest()) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.callback();
      }
      now = until;
    },
  };
}
