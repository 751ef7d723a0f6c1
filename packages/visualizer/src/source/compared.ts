import { differences } from "../model/context-diff.js";
import { attemptsOf, type Span, spansOf } from "../model/spans.js";
import type { Store } from "../model/store.js";
import type { Track } from "../model/track.js";
import type { WaitsFor } from "../model/waits-for.js";
import { duration } from "../model/words.js";
import { aligned, canAlign } from "./aligned.js";
import type { ComparedSide, Comparison, SideView } from "./comparison.js";
import { momentRow } from "./moment-row.js";
import type { MomentRow } from "./moment-view.js";
import { plainDifferences } from "./plain-parts.js";
import type { Shelf } from "./shelf.js";

/** A side with all that is compared of it. */
interface Part {
  readonly view: SideView;
  readonly rows: readonly MomentRow[];
  readonly input: unknown;
  readonly context: unknown;
  readonly waits: ReadonlyMap<WaitsFor, number>;
}

const MOST_STEPS = 2_000;

/** Two instances, or two attempts, side by side. `null` when one of them is not there. */
export function compared(
  { store, shelf, now }: { readonly store: Store; readonly shelf: Shelf; readonly now: number },
  a: ComparedSide,
  b: ComparedSide,
): Comparison | null {
  const [one, other] = [a, b].map((side) => partOf(store, shelf, side, now));
  if (!one || !other) return null;
  const steps = aligned(one.rows, other.rows);
  const kinds = new Set([...one.waits.keys(), ...other.waits.keys()]);
  return {
    sides: [one.view, other.view],
    facts: factsOf(one, other),
    input: plainDifferences(differences(one.input, other.input)),
    context: plainDifferences(differences(one.context, other.context)),
    waits: [...kinds].map((waitsFor) => ({
      waitsFor,
      a: one.waits.get(waitsFor) ?? 0,
      b: other.waits.get(waitsFor) ?? 0,
    })),
    steps: steps.slice(0, MOST_STEPS),
    isAligned: canAlign(one.rows, other.rows),
    more: Math.max(0, steps.length - MOST_STEPS),
  };
}

function partOf(store: Store, shelf: Shelf, side: ComparedSide, now: number): Part | undefined {
  const summary = store.get(side.key);
  const track = store.track(side.key);
  if (!summary || !track) return undefined;
  const spans = spansIn(track, side);
  const [firstSpan, lastSpan] = [spans?.[0], spans?.at(-1)];
  if (!spans || (side.attempt !== undefined && !firstSpan)) return undefined;
  const isWhole = side.attempt === undefined;
  const first = isWhole ? track.first : (firstSpan?.first ?? track.first);
  const end = isWhole ? track.length - 1 : (lastSpan?.last ?? track.length - 1);
  // The entry that ends an attempt may already begin the next.
  const isNext = !isWhole && end > first && track.entry(end).attempt !== side.attempt;
  const last = isNext ? end - 1 : end;
  const rows: MomentRow[] = [];
  for (let n = first; n <= last; n += 1) rows.push(momentRow(n, track.entry(n), track.fate(n)));
  const beginning = track.entry(first);
  const waits = new Map<WaitsFor, number>();
  for (const { waitsFor, since, until } of spans) {
    if (waitsFor === "nobody") continue;
    waits.set(waitsFor, (waits.get(waitsFor) ?? 0) + Math.max(0, (until ?? now) - since));
  }
  return {
    view: {
      side,
      row: shelf.row(summary),
      entries: rows.length,
      since: beginning.time,
      until: track.entry(last).time,
    },
    rows,
    // An attempt begins with what is known by then.
    input: isWhole ? beginning.payload : track.state(first)?.snapshot.context,
    context: track.state(last)?.snapshot.context,
    waits,
  };
}

function spansIn(
  track: Track,
  { attempt, generation = 1 }: ComparedSide,
): readonly Span[] | undefined {
  const spans = spansOf(track);
  if (attempt === undefined) return spans;
  return attemptsOf(spans).find((one) => one.attempt === attempt && one.generation === generation)
    ?.spans;
}

function factsOf(one: Part, other: Part): Comparison["facts"] {
  const facts = (part: Part): Readonly<Record<string, string>> => {
    const last = part.rows.at(-1);
    const outcome = part.rows.flatMap((row) => row.outcome ?? []).at(-1);
    return {
      machine: part.view.row.machine,
      outcome: outcome ?? "none yet",
      "ends in": last?.to ?? "",
      cause: last?.cause ?? "none",
      attempt: last ? `${last.attempt} of ${last.bound}` : "",
      entries: `${part.rows.length}`,
      took: duration(part.view.until - part.view.since),
    };
  };
  const [left, right] = [facts(one), facts(other)];
  return Object.keys(left)
    .map((name) => ({ name, a: left[name] ?? "", b: right[name] ?? "" }))
    .filter(({ a, b }) => a !== b);
}
