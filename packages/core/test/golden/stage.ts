import type { Journal, JournalEntry, SimulatedClock } from "../../src/index.js";
import { createSimulatedClock } from "../../src/index.js";

/** One thing that happens in a story, as JSON; each machine's stage says which it knows. */
export type Step = Readonly<Record<string, unknown>>;
/** What could be seen from outside while a step was done, as JSON. */
export type Seen = Readonly<Record<string, unknown>>;

/** A machine's public handle, a simulated clock, and people and agents that do as they are told. */
export interface Stage {
  perform(step: Step): Promise<Seen>;
}

/** What a stage is built on. */
export interface Scene {
  readonly journal: ListJournal;
  readonly time: StageTime;
  /** Settings of the handle, and of the people around it. */
  readonly settings: Step;
  /** What the ids made here begin with. */
  readonly ids: string;
}

/** A journal that keeps every entry, also of what has ended. */
export interface ListJournal extends Journal {
  readonly entries: JournalEntry[];
}

export function listJournal(known: readonly JournalEntry[] = []): ListJournal {
  const entries = [...known];
  return {
    entries,
    append(entry) {
      entries.push(entry);
      return [];
    },
    read: () => [...entries],
    subscribe: () => () => {},
  };
}

/** The clock of one process after the other: a process that is gone fires no timers. */
export interface StageTime {
  readonly clock: SimulatedClock;
  nextProcess(): void;
}

export function stageTime(at: number): StageTime {
  let clock = createSimulatedClock(at);
  return {
    get clock() {
      return clock;
    },
    nextProcess() {
      clock = createSimulatedClock(clock.now());
    },
  };
}

/** Lets every promise that can go on do so. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Moves time, for a step `{ advanceTo }` or `{ advanceBy }`; false for other steps. */
export function movedTime({ advanceTo, advanceBy }: Step, { clock }: StageTime): boolean {
  if (typeof advanceTo === "number") clock.advance(advanceTo - clock.now());
  else if (typeof advanceBy === "number") clock.advance(advanceBy);
  else return false;
  return true;
}

/** Without what is empty or undefined, as it comes back from a file. */
export function asJson(seen: Seen): Seen {
  const kept = Object.entries(seen).filter(([, value]) => !isEmpty(value));
  return JSON.parse(JSON.stringify(Object.fromEntries(kept)));
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}
