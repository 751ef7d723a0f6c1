import type { Cause } from "../bounded.js";
import type { JournalEntry } from "../journal/entry.js";

/** A stay of an instance in one of its states. */
interface Stay {
  readonly state: string;
  /** In milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** An instance from its start, or from the start of its generation, to its outcome. */
export interface Life<C> {
  readonly machine: string;
  readonly instance: string;
  readonly from: number;
  readonly to: number;
  /** The first of them, when there were very many. */
  readonly stays: readonly Stay[];
  readonly attempt: number;
  readonly bound: number;
  readonly outcome: string;
  readonly cause: Cause | null;
  /** What its beginning was part of. */
  readonly within: C;
}

interface OpenLife<C> {
  readonly from: number;
  readonly generation: number;
  stays: Stay[];
  readonly within: C;
  state: string;
  since: number;
}

const MOST_STAYS = 128;

/** Follows entries, and puts together the lives that end. Memory grows with live instances only. */
export function createLives<C>() {
  const open = new Map<string, OpenLife<C>>();

  /** `active` is what a life that begins with this entry is part of. */
  return function follow(entry: JournalEntry, active: C): Life<C> | undefined {
    const { machine, instance, time, to, attempt, bound, outcome, cause, generation = 1 } = entry;
    const key = `${machine} ${instance}`;
    const known = open.get(key);
    const isBeginning = known?.generation !== generation;
    const life = isBeginning
      ? { from: time, generation, stays: [], within: active, state: to, since: time }
      : known;
    if (life.state !== to || outcome !== undefined) {
      // A clock that was set back makes no time negative.
      const until = Math.max(time, life.since);
      if (life.stays.length < MOST_STAYS) {
        life.stays.push({ state: life.state, from: life.since, to: until });
      }
      life.state = to;
      life.since = until;
    }
    if (entry.done) open.delete(key);
    else open.set(key, life);
    if (outcome === undefined) return undefined;
    const { from, since, stays, within } = life;
    // What comes after an outcome is no part of the life: the ask listens on for late answers.
    life.stays = [];
    return { machine, instance, from, to: since, stays, attempt, bound, outcome, cause, within };
  };
}
