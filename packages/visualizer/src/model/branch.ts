import type { JournalEntry } from "@readback/core";
import {
  createHost,
  type HostState,
  type KeptDeadline,
  type Moved,
  mustFit,
} from "@readback/core/host";
import { type Change, changedEntry, type Happening, planOf } from "./change.js";
import { lifetimesOf } from "./lifetimes.js";
import { mustBeTrack } from "./must-be.js";
import { complete, live, pass, repeat, send } from "./repeat.js";
import type { Track } from "./track.js";

/** Where a what-if branches off, what is different in it, and until when it runs. */
export interface BranchOptions {
  /** The entry after which it begins; -1 for the very beginning. */
  readonly from: number;
  readonly changes?: readonly Change[];
  /** Until when deadlines pass. Default: the time of the last entry; `Infinity` lets all of them pass. */
  readonly until?: number;
}

/** One transition of a branch. */
export interface BranchStep {
  /** `recorded`: it is one of the history; `inserted`: it was put in; `deadline`: it passed by itself. */
  readonly origin: "recorded" | "inserted" | "deadline";
  /** The entry of the track it is from. */
  readonly n: number | null;
  /** The entry it writes. */
  readonly entry: JournalEntry;
  /** The deadline that passed, if one did. */
  readonly deadline: string | null;
  readonly state: HostState;
}

/** What would have happened. */
export interface Branch {
  readonly from: number;
  readonly steps: readonly BranchStep[];
  /** What came and changed nothing. */
  readonly unheard: readonly Happening[];
  /** Where it ends; `undefined` when nothing ever began. */
  readonly state: HostState | undefined;
  /** The first step that is not as it was, and what was there; `null` when all is as it happened. */
  readonly differs: Difference | null;
}

/** The first step at which a branch and what happened differ. */
export interface Difference {
  readonly step: number;
  readonly happened: BranchStep | null;
  readonly branch: BranchStep | null;
}

/** A machine that goes round forever must not hang anybody. */
const MOST_DEADLINES = 1_000;

/**
 * Goes back to a moment and on from there with something changed. The clock is a number, deadlines
 * pass when they are due, and nothing is done.
 * @example
 * branchOf(track, { from: 3, changes: [{ skip: 4 }], until: Number.POSITIVE_INFINITY });
 */
export function branchOf(track: Track, options: BranchOptions): Branch {
  const branch = run(track, options);
  const { from } = options;
  const happened = run(track, { from });
  const step = firstDifference(happened.steps, branch.steps);
  const differs =
    step === undefined
      ? null
      : {
          step,
          happened: happened.steps[step] ?? null,
          branch: branch.steps[step] ?? null,
        };
  return { from, ...branch, differs };
}

/** The instance a branch is of: the one that the first entry after its beginning is about. */
export function instanceOf(track: Track, from: number): string {
  return track.at(Math.max(from, track.first)).instance;
}

function run(track: Track, options: BranchOptions) {
  mustBeTrack(track, "a branch");
  mustFit(options, { from: "number" }, "options of a branch");
  const { from, changes = [], until } = options;
  if (from < track.first && track.first > 0) {
    throw new RangeError(
      `No branch can begin at ${from}: entries before ${track.first} are forgotten`,
    );
  }
  const host = createHost(track.machine);
  const instance = instanceOf(track, from);
  const plan = planOf(track, instance, from, changes);
  const { endOf } = lifetimesOf(track, instance, from);
  const lastTime = track.entry(track.length - 1).time;
  const steps: BranchStep[] = [];
  const unheard: Happening[] = [];
  let state = from >= track.first ? track.state(from) : undefined;
  let now = from >= track.first ? track.entry(from).time : Number.NEGATIVE_INFINITY;
  let isAsItWas = true;
  const firstChanged = Math.min(...changes.map(changedEntry));
  const places = placesIn(plan, track.length);
  /** The latest entry of the history that is over, whether it came to pass here or not. */
  let reached = from;

  function take(
    moved: Moved,
    origin: BranchStep["origin"],
    n: number | null,
    deadline: string | null,
  ) {
    ({ state } = moved);
    now = moved.entry.time;
    steps.push({ origin, n, entry: moved.entry, deadline, state });
  }

  /**
   * Lets pass what is due by itself: not what the history shows to have been pending still. What is
   * pending at its end passes when time goes on.
   */
  function passUntil(time: number): void {
    const goesOn = reached === track.length - 1 && time > lastTime;
    const isFree = (deadline: KeptDeadline) => goesOn || (endOf(deadline) ?? -1) <= reached;
    for (let count = 0; count < MOST_DEADLINES; count += 1) {
      const current = live(state);
      const next = current?.deadlines.find((one) => one.at <= time && isFree(one));
      if (!current || !next) return;
      const moved = sound(() => pass(host, instance, current, next, Math.max(now, next.at)));
      if (!moved) return;
      isAsItWas = false;
      take(moved, "deadline", null, next.id);
    }
  }

  function happen({ what, time, n, isInPlace }: Happening): Moved | undefined {
    if (!isInPlace || (n !== null && n >= firstChanged)) isAsItWas = false;
    const current = live(state);
    if (what.do === "start") return current ? undefined : begin(what.input, time);
    if (what.do === "take over") return takeOver(what.checkpoint, n);
    if (!current) return undefined;
    if (what.do === "send") return send(host, instance, current, what.event, time);
    const due = current.deadlines.find(({ id, at }) => id === what.deadline && at <= time);
    return due && pass(host, instance, current, due, time);
  }
  function begin(input: unknown, time: number): Moved {
    const moved = host.start(instance, input as never, time);
    return { ...moved, entry: complete(moved.entry) };
  }
  /** A checkpoint stands for what really happened: it means nothing once that has changed. */
  function takeOver(entry: JournalEntry, n: number | null): Moved | undefined {
    if (n !== null && track.fate(n) === "ignored") return undefined;
    if (!isAsItWas && live(state)) return undefined;
    const made = repeat(host, live(state), entry);
    return made && { ...made, entry };
  }

  for (const [index, one] of plan.entries()) {
    reached = (places[index] as number) - 1;
    passUntil(one.time);
    const moved = sound(() => happen(one));
    const deadline = one.what.do === "pass" ? one.what.deadline : null;
    if (moved) take(moved, one.n === null ? "inserted" : "recorded", one.n, deadline);
    else unheard.push(one);
  }
  reached = track.length - 1;
  passUntil(until ?? lastTime);
  return { steps, unheard, state };
}

/** For each happening, the entry of the first from there on that stands where it stood. */
function placesIn(plan: readonly Happening[], end: number): readonly number[] {
  const places: number[] = [];
  let place = end;
  for (const { n, isInPlace } of [...plan].reverse()) {
    if (n !== null && isInPlace) place = n;
    places.push(place);
  }
  return places.reverse();
}

/** As core's replay: one entry that a machine cannot take must not cost all. */
function sound(make: () => Moved | undefined): Moved | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function firstDifference(
  happened: readonly BranchStep[],
  branch: readonly BranchStep[],
): number | undefined {
  const length = Math.max(happened.length, branch.length);
  for (let step = 0; step < length; step += 1) {
    const [one, other] = [happened[step], branch[step]];
    if (JSON.stringify(one?.entry) !== JSON.stringify(other?.entry)) return step;
  }
  return undefined;
}
