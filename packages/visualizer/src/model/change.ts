import type { JournalEntry } from "@readback/core";
import { CHECKPOINT_EVENT, START_EVENT } from "@readback/core/host";
import type { EventObject } from "xstate";
import { deadlineIn, eventOf } from "./repeat.js";
import type { Track } from "./track.js";

/** What is made different. Entries are named by their place in the track. */
export type Change =
  /** The event did not come. */
  | { readonly skip: number }
  /** It came so many milliseconds later; earlier, when negative. */
  | { readonly delay: number; readonly by: number }
  /** Another event came in its place. */
  | { readonly alter: number; readonly event: EventObject }
  /** One more event came. */
  | { readonly insert: EventObject; readonly at: number };

/** Something that happens in a branch, at its time. */
export interface Happening {
  readonly time: number;
  /** The entry of the track it is from; `null` for one that was inserted. */
  readonly n: number | null;
  /** Whether it stands where it stood: only then does it say how far the history has come. */
  readonly isInPlace: boolean;
  readonly what:
    | { readonly do: "send"; readonly event: EventObject }
    | { readonly do: "pass"; readonly deadline: string }
    | { readonly do: "start"; readonly input: unknown }
    | { readonly do: "take over"; readonly checkpoint: JournalEntry };
}

/** What happened to an instance after entry `from`, with the changes in it. */
export function planOf(
  track: Track,
  instance: string,
  from: number,
  changes: readonly Change[],
): readonly Happening[] {
  const plan: Happening[] = [];
  for (let n = Math.max(from + 1, track.first); n < track.length; n += 1) {
    const { understood, instance: name } = track.at(n);
    if (name !== instance) continue;
    for (const entry of understood) plan.push(happeningOf(n, entry));
  }
  return changes.reduce<readonly Happening[]>(changed, plan);
}

function happeningOf(n: number, entry: JournalEntry): Happening {
  const { time, event, payload } = entry;
  const as = (what: Happening["what"]): Happening => ({ time, n, isInPlace: true, what });
  if (event === START_EVENT) return as({ do: "start", input: payload?.input });
  if (event === CHECKPOINT_EVENT) return as({ do: "take over", checkpoint: entry });
  const deadline = deadlineIn(entry);
  if (deadline !== undefined) return as({ do: "pass", deadline });
  return as({ do: "send", event: eventOf(entry) });
}

function changed(plan: readonly Happening[], change: Change): readonly Happening[] {
  if ("insert" in change) {
    const { insert: event, at: time } = change;
    return placed(plan, { time, n: null, isInPlace: false, what: { do: "send", event } });
  }
  const n = changedEntry(change);
  const index = plan.findIndex((one) => one.n === n && one.what.do === "send");
  const found = plan[index];
  if (!found) {
    throw new RangeError(
      `Entry ${n} cannot be changed: it is no event that came from outside after the branch begins`,
    );
  }
  const others = plan.filter((one) => one !== found);
  if ("skip" in change) return others;
  if ("delay" in change) {
    return placed(others, { ...found, time: found.time + change.by, isInPlace: false });
  }
  const altered: Happening = { ...found, what: { do: "send", event: change.event } };
  return plan.map((one) => (one === found ? altered : one));
}

/** The entry that a change is about; for one that puts something in there is none. */
export function changedEntry(change: Change): number {
  if ("insert" in change) return Number.POSITIVE_INFINITY;
  if ("skip" in change) return change.skip;
  return "delay" in change ? change.delay : change.alter;
}

/** Before the first that happened later. The others stay in their order, whatever their clocks said. */
function placed(plan: readonly Happening[], one: Happening): readonly Happening[] {
  const index = plan.findIndex(({ time }) => time > one.time);
  return index < 0 ? [...plan, one] : [...plan.slice(0, index), one, ...plan.slice(index)];
}
