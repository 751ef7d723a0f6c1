import { takenBy } from "../model/coverage.js";
import type { Store } from "../model/store.js";
import type { Track } from "../model/track.js";
import { chartNames } from "./chart-names.js";
import { hasTime } from "./looked.js";

/** What an instance has done so far, in the names of its chart. */
export interface History {
  /** How many entries of it were looked at. */
  upTo: number;
  readonly visited: Map<string, number>;
  /** By transition: at which entry it was first taken, and how often. */
  readonly taken: Map<string, { readonly first: number; readonly count: number }>;
  /** Entries of earlier versions: which transitions they took is not known. */
  translated: number;
}

/** Remembers what instances did, so that only what is new is looked at. */
export function createHistories(store: Store) {
  const known = new Map<string, History>();

  /** Looks on until there is no more time. `undefined` for an instance that cannot be folded. */
  function lookAt(key: string, end: number): History | undefined {
    const track = store.track(key);
    if (!track) return undefined;
    const history = known.get(key) ?? newHistory(track.first);
    known.set(key, history);
    if (known.size > MOST) for (const old of known.keys()) if (!store.get(old)) known.delete(old);
    for (; history.upTo < track.length && hasTime(end); history.upTo += 1) {
      look(track, history.upTo, history);
    }
    return history;
  }

  return { lookAt, get: (key: string): History | undefined => known.get(key) };
}

const MOST = 50_000;

function newHistory(first: number): History {
  return { upTo: first, visited: new Map(), taken: new Map(), translated: 0 };
}

function look(track: Track, n: number, history: History): void {
  const { visited, taken } = history;
  // Its older entries may have been forgotten in the meantime.
  if (n < track.first) return;
  const names = chartNames(track.machine);
  const moment = track.at(n);
  if (moment.fate === "ignored") return;
  if (moment.fate === "translated") history.translated += 1;
  for (const state of names.current(moment.after)) if (!visited.has(state)) visited.set(state, n);
  for (const id of takenBy(track.machine, moment)) {
    const name = names.transition(id);
    const before = taken.get(name);
    taken.set(name, { first: before?.first ?? n, count: (before?.count ?? 0) + 1 });
  }
}
