import { createAlarm } from "../runtime/alarm.js";
import type { Clock } from "../runtime/clock.js";
import { Deadlines, type Due } from "../runtime/deadlines.js";
import type { AskResult } from "./result.js";

/** How a call ends. */
type Settle = (result: AskResult | Promise<AskResult>) => void;

/**
 * One call that waits for an ask; `at` is when its patience ends. It listens to its signal itself:
 * thousands may wait, and a function for each would be kept as long as it.
 */
export class Caller implements Due {
  index = -1;

  constructor(
    readonly instance: string,
    readonly at: number,
    readonly signal: AbortSignal | undefined,
    readonly resolve: Settle,
    readonly giveUp: (caller: Caller) => void,
  ) {
    signal?.addEventListener("abort", this);
  }

  settle(result: AskResult | Promise<AskResult>): void {
    this.signal?.removeEventListener("abort", this);
    this.resolve(result);
  }

  /** The signal was aborted. */
  handleEvent(): void {
    this.giveUp(this);
  }
}

/** What a caller brings. */
interface CallerOptions {
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

/** The calls that wait, by the ask they wait for. */
export interface Callers {
  /** Whether anybody waits for the ask. */
  has(instance: string): boolean;
  /** Adds a call; `onImpatient` gets it back when its patience (ms) is over, `onAbort` when its signal says so. */
  add(instance: string, resolve: Settle, options?: CallerOptions): Caller;
  /** Takes a call out, and says whether it was the last one to wait for its ask. */
  remove(caller: Caller): boolean;
  /** Takes all calls of an ask out. */
  removeAll(instance: string): readonly Caller[];
  /** The asks somebody waits for. */
  instances(): readonly string[];
}

const NONE: readonly Caller[] = [];

/** Keeps the calls that wait. One timer serves everybody's patience. */
export function createCallers(
  clock: Clock,
  onImpatient: (caller: Caller) => void,
  onAbort: (caller: Caller) => void,
): Callers {
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
    add(instance, resolve, { patience: limit, signal } = {}) {
      const at = limit === undefined ? Number.POSITIVE_INFINITY : clock.now() + limit;
      const caller = new Caller(instance, at, signal, resolve, onAbort);
      // Not a spread: V8 would keep room for 16 more.
      waiting.set(instance, waiting.get(instance)?.concat(caller) ?? [caller]);
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
