import type { JournalEntry } from "@readback/core";
import {
  type Applied,
  createHost,
  type HostState,
  mustBeEntries,
  mustFit,
  stateName,
} from "@readback/core/host";
import type { AnyStateMachine, EventObject } from "xstate";
import { createFollower } from "./follower.js";
import { Keyframes, type States } from "./keyframes.js";
import { live, repeat } from "./repeat.js";

/** One entry of an instance, and what it did. */
export interface Moment {
  /** Its place in the instance's history, counted from 0. */
  readonly n: number;
  /** As it was written. */
  readonly entry: JournalEntry;
  /** What it means today: itself, unless an upcaster translated it; nothing, when it means nothing any more. */
  readonly understood: readonly JournalEntry[];
  /** The name of the instance: an upcaster may have given it another one. */
  readonly instance: string;
  /** `undefined` before the beginning. */
  readonly before: HostState | undefined;
  readonly after: HostState | undefined;
  /** What the machine emitted. */
  readonly emitted: readonly EventObject[];
  /**
   * `taken`: it led where it says; `translated`: it was of an earlier version, and led somewhere;
   * `diverged`: it leads somewhere else today; `ignored`: it changes nothing.
   */
  readonly fate: Fate;
}

/** What today's machine makes of an entry. */
export type Fate = "taken" | "translated" | "diverged" | "ignored";

/** The whole history of an instance, each moment of which can be looked at. */
export interface Track {
  readonly machine: AnyStateMachine;
  /** The first entry that is still known: more than 0 when earlier ones were forgotten. */
  readonly first: number;
  /** How many entries there have been, the forgotten ones included. */
  readonly length: number;
  add(entry: JournalEntry): void;
  /** The entry as it was written. Throws a `RangeError` for one that is not known. */
  entry(n: number): JournalEntry;
  fate(n: number): Fate;
  /** The state of the entry's instance after it. */
  state(n: number): HostState | undefined;
  at(n: number): Moment;
  /** The entry with which the entry's instance came to the state it was in after it. */
  arrival(n: number): number;
  /** Lets go of entries before `n`; a few may stay. Moments from there on are as before. */
  forgetBefore(n: number): void;
}

export const KEYFRAME_EVERY = 32;

/** Settings of {@link createTrack}. */
export interface TrackOptions {
  /** After how many entries a state is kept; a seek repeats fewer. Default: 32. */
  readonly keyframeEvery?: number;
}

/**
 * Folds the entries of one instance through its machine, with core's own replay, and keeps a state
 * every now and then, from which any other is a few steps away.
 * @example
 * const track = createTrack(askMachine, entries);
 * const { after, fate } = track.at(track.length - 1);
 */
export function createTrack(
  machine: AnyStateMachine,
  entries: Iterable<JournalEntry> = [],
  options: TrackOptions = {},
): Track {
  mustFit(options, {}, "options of createTrack");
  mustBeEntries(entries, "entries of createTrack");
  const { keyframeEvery = KEYFRAME_EVERY } = options;
  const host = createHost(machine);
  const follower = createFollower(machine);
  const keyframes = new Keyframes();
  const current = new Map<string, HostState>();
  const translations = new Map<number, readonly JournalEntry[]>();
  const names = new Map<number, string>();
  let written: JournalEntry[] = [];
  let fates: Fate[] = [];
  let arrivals: number[] = [];
  const arrived = new Map<string, number>();
  let first = 0;
  /** Where the latest seek ended: playing on from there is one step. */
  let latest: { readonly n: number; readonly states: Map<string, HostState> } | undefined;

  function add(entry: JournalEntry): void {
    const n = first + written.length;
    const made = follower.step(entry);
    const { understood } = follower;
    const isAsWritten = understood.length === 1 && understood[0] === entry;
    const name = isAsWritten && made ? entry.instance : follower.nameOf(entry.instance);
    if (name !== entry.instance) names.set(n, name);
    if (!isAsWritten) translations.set(n, understood);
    if (made && valueName(current.get(name)) !== valueName(made.state)) arrived.set(name, n);
    if (made) current.set(name, made.state);
    arrivals.push(arrived.get(name) ?? n);
    written.push(entry);
    fates.push(fateOf(made, entry, isAsWritten));
    const isFar = n - keyframes.last.n >= keyframeEvery;
    // What was translated cannot be repeated from the entry alone.
    if (isFar || (made && !isAsWritten)) keyframes.add(n, current);
  }

  function entryAt(n: number): JournalEntry {
    const entry = written[n - first];
    if (entry) return entry;
    throw new RangeError(`There is no entry ${n}: the track has ${first} to ${track.length - 1}`);
  }

  /** The states after entry `n`; before the beginning there are none. */
  function statesAfter(n: number): States {
    const frame = keyframes.before(n);
    const isNearer = latest !== undefined && latest.n <= n && latest.n >= frame.n;
    const from = isNearer && latest ? latest : frame;
    const states = new Map(from.states);
    for (let next = from.n + 1; next <= n; next += 1) {
      if (fates[next - first] === "ignored") continue;
      const entry = entryAt(next);
      const made = repeat(host, live(states.get(entry.instance)), entry);
      if (made) states.set(entry.instance, made.state);
    }
    latest = { n, states };
    return states;
  }

  const nameAt = (n: number) => names.get(n) ?? entryAt(n).instance;

  function emittedBy(n: number, before: HostState | undefined): readonly EventObject[] {
    let state = before;
    const emitted: EventObject[] = [];
    for (const entry of translations.get(n) ?? [entryAt(n)]) {
      const made: Applied | undefined = repeat(host, live(state), entry);
      if (!made) continue;
      state = made.state;
      emitted.push(...made.emitted);
    }
    return emitted;
  }

  const track: Track = {
    machine,
    get first() {
      return first;
    },
    get length() {
      return first + written.length;
    },
    add,
    entry: entryAt,
    fate(n) {
      entryAt(n);
      return fates[n - first] as Fate;
    },
    state: (n) => {
      const name = nameAt(n);
      return statesAfter(n).get(name);
    },
    at(n) {
      const entry = entryAt(n);
      const instance = nameAt(n);
      const fate = fates[n - first] as Fate;
      // Of the first entry that is still known, the state before may have been forgotten.
      const before = n > first || n === 0 ? statesAfter(n - 1).get(instance) : undefined;
      const after = statesAfter(n).get(instance);
      const understood = translations.get(n) ?? [entry];
      let emitted: readonly EventObject[] | undefined;
      return {
        ...{ n, entry, understood, instance, before, after, fate },
        // Most who look at a moment do not ask, and it takes as long as the moment itself.
        get emitted() {
          emitted ??= fate === "ignored" ? [] : emittedBy(n, before);
          return emitted;
        },
      };
    },
    arrival(n) {
      entryAt(n);
      return Math.max(arrivals[n - first] as number, first);
    },
    forgetBefore(n) {
      const kept = keyframes.forgetBefore(Math.min(n, track.length - 1));
      const forgotten = Math.max(0, kept - first);
      if (forgotten === 0) return;
      written = written.slice(forgotten);
      fates = fates.slice(forgotten);
      arrivals = arrivals.slice(forgotten);
      for (const map of [translations, names]) {
        for (const at of map.keys()) if (at < kept) map.delete(at);
      }
      first = kept;
      latest = undefined;
    },
  };
  for (const entry of entries) add(entry);
  return track;
}

function fateOf(made: Applied | undefined, { to }: JournalEntry, isAsWritten: boolean): Fate {
  if (!made) return "ignored";
  if (!isAsWritten) return "translated";
  return stateName(made.state.snapshot.value) === to ? "taken" : "diverged";
}

const valueName = (state: HostState | undefined) => state && stateName(state.snapshot.value);
