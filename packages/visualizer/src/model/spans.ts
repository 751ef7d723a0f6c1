import { mustFit, stateName } from "@readback/core/host";
import { mustBeTrack } from "./must-be.js";
import { deadlineIn } from "./repeat.js";
import type { Moment, Track } from "./track.js";
import { type WaitsFor, waitsFor } from "./waits-for.js";

/** A time during which an instance was in one state. */
export interface Span {
  readonly instance: string;
  readonly state: string;
  readonly waitsFor: WaitsFor;
  readonly since: number;
  /** `null` while it lasts. */
  readonly until: number | null;
  /** What ended it: an event, or a deadline that passed. */
  readonly endedBy: "event" | "deadline" | null;
  /** When the next deadline of the state was, or is, due. */
  readonly due: number | null;
  readonly attempt: number;
  readonly generation: number;
  /** The entries with which it began and ended; the last one of them while it lasts. */
  readonly first: number;
  readonly last: number;
}

/** A time during which one attempt was made. */
export interface AttemptSpan {
  readonly instance: string;
  readonly attempt: number;
  readonly generation: number;
  readonly since: number;
  readonly until: number | null;
  /** The state in which the attempt ended, or is. */
  readonly state: string;
  readonly spans: readonly Span[];
}

/** The spans of a history as far as they are known: it goes on, and its past does not change. */
interface Known {
  readonly first: number;
  /** The next entry. */
  next: number;
  readonly open: Map<string, Span>;
  readonly closed: Span[];
  spans: readonly Span[];
}

const known = new WeakMap<Track, Known>();

/**
 * The states of a history as spans, in order. Entries that changed nothing are left out. What was worked out for a
 * history is kept with it: only new entries are looked at.
 */
export function spansOf(track: Track): readonly Span[] {
  mustBeTrack(track, "spansOf");
  const before = known.get(track);
  const here: Known =
    before?.first === track.first
      ? before
      : { first: track.first, next: track.first, open: new Map(), closed: [], spans: [] };
  if (here.next === track.length) return here.spans;
  goOn(track, here);
  here.spans = [...here.closed, ...here.open.values()].sort((a, b) => a.first - b.first);
  known.set(track, here);
  return here.spans;
}

function goOn(track: Track, here: Known): void {
  const { open, closed } = here;
  const close = (span: Span, until: number, n: number, endedBy: Span["endedBy"]) => {
    open.delete(span.instance);
    closed.push({ ...span, until, last: n, endedBy });
  };
  for (; here.next < track.length; here.next += 1) {
    const n = here.next;
    const moment = track.at(n);
    const { entry, instance, after, fate } = moment;
    const before = open.get(instance);
    if (fate === "ignored" || !after) continue;
    const next = spanAt(track, moment);
    const isSame =
      before?.state === next.state &&
      before.attempt === next.attempt &&
      before.generation === next.generation;
    const endedBy = deadlineIn(entry) === undefined ? "event" : "deadline";
    if (before && !isSame) close(before, entry.time, n, endedBy);
    const going = isSame && before ? { ...before, due: next.due, last: n } : next;
    if (after.snapshot.status === "active") open.set(instance, going);
    else if (isSame && before) close(before, entry.time, n, endedBy);
  }
}

function spanAt({ machine }: Track, { n, entry, instance, after }: Moment): Span {
  if (!after) throw new RangeError(`Entry ${n} leads to no state`);
  const { attempt = 0, generation = 1 } = after.snapshot.context as Partial<Span>;
  return {
    instance,
    state: stateName(after.snapshot.value),
    waitsFor: waitsFor(machine, after),
    since: entry.time,
    until: null,
    endedBy: null,
    due: after.deadlines[0]?.at ?? null,
    attempt,
    generation,
    first: n,
    last: n,
  };
}

type Attempt = { -readonly [K in keyof Omit<AttemptSpan, "spans">]: AttemptSpan[K] } & {
  readonly spans: Span[];
};

/** The attempts of a history, each with the spans in it. What came before the first is left out. */
export function attemptsOf(spans: readonly Span[]): readonly AttemptSpan[] {
  mustFit(spans, [{ instance: "text" }], "spans of attemptsOf");
  const attempts: AttemptSpan[] = [];
  const latest = new Map<string, Attempt>();
  for (const span of spans) {
    const { instance, attempt, generation, since, until, state } = span;
    if (attempt === 0) continue;
    const last = latest.get(instance);
    if (last?.attempt === attempt && last.generation === generation) {
      Object.assign(last, { until, state });
      last.spans.push(span);
      continue;
    }
    const next: Attempt = { instance, attempt, generation, since, until, state, spans: [span] };
    latest.set(instance, next);
    attempts.push(next);
  }
  return attempts;
}
