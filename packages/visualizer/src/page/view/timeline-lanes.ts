import type { Span } from "../../model/spans.js";
import type { InstanceSpans } from "../../source/spans-view.js";
import { shortDuration } from "../words.js";

/** A row of the waterfall. */
export interface Lane {
  readonly name: string;
  readonly spans: readonly LaneSpan[];
}

/** A box of a row: a span, or neighbours that cannot be told apart. */
export interface LaneSpan extends Span {
  /** How many spans it stands for. */
  readonly count: number;
  /** Whether these wait for different things. */
  readonly isMixed: boolean;
}

/** More rows than anybody reads; the last ones are put together. */
const MOST_LANES = 60;
/** More boxes than a row has pixels. */
const MOST_SPANS = 300;

/** A row for what came before the first attempt, and one for each attempt of each life. */
export function lanesOf({ spans }: Pick<InstanceSpans, "spans">): readonly Lane[] {
  const lanes = new Map<string, Span[]>();
  // Several files may hold parts of one instance, the later part in the first file.
  const inOrder = [...spans].sort((a, b) => a.generation - b.generation || a.attempt - b.attempt);
  for (const span of inOrder) {
    const name = nameOf(span);
    const isFull = lanes.size >= MOST_LANES && !lanes.has(name);
    const lane = isFull ? "later" : name;
    const known = lanes.get(lane);
    if (known) known.push(span);
    else lanes.set(lane, [span]);
  }
  return [...lanes].map(([name, list]) => ({ name, spans: thinned(list) }));
}

function nameOf({ attempt, generation }: Span): string {
  const life = generation > 1 ? `life ${generation}, ` : "";
  return attempt === 0 ? `${life}before` : `${life}attempt ${attempt}`;
}

/** Neighbours become one span when there are too many to be told apart. */
function thinned(spans: readonly Span[]): readonly LaneSpan[] {
  const step = Math.ceil(spans.length / MOST_SPANS);
  const kept: LaneSpan[] = [];
  for (let at = 0; at < spans.length; at += step) {
    const part = spans.slice(at, at + step);
    const [first, last] = [part[0] as Span, part.at(-1) as Span];
    const isMixed = part.some(({ waitsFor }) => waitsFor !== first.waitsFor);
    const { until, endedBy, due } = last;
    kept.push({ ...first, until, last: last.last, endedBy, due, count: part.length, isMixed });
  }
  return kept;
}

export interface Tick {
  readonly place: number;
  readonly text: string;
}

/** How far two ticks are apart at least, as a part of the whole. */
const APART = 0.14;

/** How long after the beginning things happened, where there is room to say so. */
export function ticksOf(
  times: readonly number[],
  placed: (time: number) => number,
): readonly Tick[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const [start] = sorted;
  const ticks: Tick[] = [];
  for (const time of sorted) {
    const place = placed(time);
    const before = ticks.at(-1)?.place;
    if (before !== undefined && place - before < APART) continue;
    if (place > 1 - APART / 2 && ticks.length > 0) continue;
    ticks.push({ place, text: start === time ? "0" : `+${shortDuration(time - (start ?? 0))}` });
  }
  return ticks;
}
