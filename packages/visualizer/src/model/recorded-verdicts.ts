import type { AnyStateMachine } from "xstate";
import { type JudgedCandidate, judged } from "./candidates.js";
import { activeNodes, allNodes, nameOf } from "./definition.js";
import type { GuardReport } from "./guard-report.js";
import { eventIn } from "./moment-event.js";
import { type Microstep, microstepsIn } from "./recorded-state.js";
import type { Moment } from "./track.js";

/**
 * What became of each transition that the event of an entry may have taken. What guards said in an app that was
 * only watched follows from what the app then did, where that leaves one way only.
 */
export function judgedAt(machine: AnyStateMachine, moment: Moment): readonly JudgedCandidate[] {
  const { before, after, entry } = moment;
  const event = eventIn(moment);
  if (!before || !event) return [];
  const candidates = judged(machine, before, event, entry.time);
  if (!after || candidates.every(({ verdict }) => verdict !== OPEN)) return candidates;
  const steps = microstepsIn(entry);
  const taken = steps
    ? candidates.filter((one) => steps.some((step) => isIn(machine, step, one)))
    : onlyWay(machine, moment, candidates);
  return taken.length === 0 ? candidates : candidates.map((one) => told(one, taken, candidates));
}

const OPEN = "only the app knows";

/** Whether a step of the app took this transition. */
function isIn(machine: AnyStateMachine, { transitions }: Microstep, one: JudgedCandidate): boolean {
  const named = (id: string) => {
    const node = allNodes(machine).find((known) => `#${known.id}` === id);
    return node ? nameOf(node) : id;
  };
  return transitions.some(
    ({ source, event, targets }) =>
      named(source) === one.state &&
      event === one.event &&
      targets.map(named).join() === one.targets.join(),
  );
}

/** The one transition that explains where the app went; none when several do, or when it did not move. */
function onlyWay(
  machine: AnyStateMachine,
  { before, after, entry }: Moment,
  candidates: readonly JudgedCandidate[],
): readonly JudgedCandidate[] {
  if (!before || !after || entry.from === entry.to) return [];
  const [left, reached] = [before, after].map(
    ({ snapshot }) => new Set(activeNodes(machine, snapshot.value).map(nameOf)),
  );
  const isReached = (target: string) => reached?.has(target) && !left?.has(target);
  const ways = candidates.filter(({ targets }) => targets.length > 0 && targets.every(isReached));
  return ways.length === 1 ? ways : [];
}

function told(
  one: JudgedCandidate,
  taken: readonly JudgedCandidate[],
  all: readonly JudgedCandidate[],
): JudgedCandidate {
  if (one.verdict !== OPEN) return one;
  if (taken.includes(one)) {
    return {
      ...one,
      verdict: "taken",
      guard: known(one.guard, "holds", "its transition was taken"),
    };
  }
  // Of one state, transitions are asked in order until one is taken.
  const rival = taken.find(({ state }) => state === one.state);
  if (!rival) return one;
  if (all.indexOf(one) > all.indexOf(rival)) return { ...one, verdict: "another is taken" };
  const guard = known(one.guard, "fails", "the app took a transition that is asked later");
  return { ...one, verdict: "guard fails", guard };
}

/** Guards that were put together in the app have one name here. */
function known(
  guard: GuardReport | null,
  result: "holds" | "fails",
  seenBy: string,
): GuardReport | null {
  return guard?.result === "unseen" ? { ...guard, result, seenBy } : guard;
}
