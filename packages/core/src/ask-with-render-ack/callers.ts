import { createAlarm } from "../runtime/alarm.js";
import type { Clock } from "../runtime/clock.js";
import { Deadlines, type Due } from "../runtime/deadlines.js";
import type { AskResult } from "./result.js";

/** One call that waits for an ask; `at` is when its patience ends. */
export interface Caller extends Due {
  readonly instance: string;
  readonly settle: (result: AskResult) => void;
}

/** The calls that wait, by the ask they wait for. */
export interface Callers {
  /** Whether anybody waits for the ask. */
  has(instance: string): boolean;
  /** Adds a call; with `patience` (ms), `onImpatient` gets it back when that is over. */
  add(instance: string, settle: Caller["settle"], patience?: number): Caller;
  /** Takes a call out, and says whether it was the last one to wait for its ask. */
  remove(caller: Caller): boolean;
  /** Takes all calls of an ask out. */
  removeAll(instance: string): readonly Caller[];
  /** The asks somebody waits for. */
  instances(): readonly string[];
}

const NONE: readonly Caller[] = [];

/** Keeps the calls that wait. One timer serves everybody's patience. */
export function createCallers(clock: Clock, onImpatient: (caller: Caller) => void): Callers {
  const waiting = new Map<string, readonly Caller[]>();
  const patience = new Deadlines<Caller>();
  const alarm = createAlarm(clock, ring);

  function arm(): void {
    alarm.set(patience.first?.at, true);
  }

  function ring(): void {
    for (let { first } = patience; first && first.at <= clock.now(); { first } = patience) {
      patience.drop(first);
      onImpatient(first);
    }
    arm();
  }

  return {
    has: (instance) => waiting.has(instance),
    add(instance, settle, limit) {
      const at = limit === undefined ? Number.POSITIVE_INFINITY : clock.now() + limit;
      const caller: Caller = { instance, settle, at, index: -1 };
      // Not a spread: V8 would keep room for 16 more.
      waiting.set(instance, (waiting.get(instance) ?? NONE).concat(caller));
      if (limit !== undefined) {
        patience.add(caller);
        arm();
      }
      return caller;
    },
    remove(caller) {
      patience.drop(caller);
      arm();
      const known = waiting.get(caller.instance) ?? NONE;
      const others = known.filter((one) => one !== caller);
      if (others.length > 0) waiting.set(caller.instance, others);
      else waiting.delete(caller.instance);
      return known.length > 0 && others.length === 0;
    },
    removeAll(instance) {
      const callers = waiting.get(instance) ?? NONE;
      waiting.delete(instance);
      for (const caller of callers) patience.drop(caller);
      arm();
      return callers;
    },
    instances: () => [...waiting.keys()],
  };
}
