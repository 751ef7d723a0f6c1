import { type HostState, stateName } from "@readback/core/host";
import { type BranchOptions, type BranchStep, branchOf } from "../model/branch.js";
import { eventsOfBranch, testOfBranch } from "../model/branch-export.js";
import type { Happening } from "../model/change.js";
import { differences } from "../model/context-diff.js";
import { takenBy } from "../model/coverage.js";
import type { Track } from "../model/track.js";
import type {
  BranchEnd,
  BranchExport,
  BranchRequest,
  BranchRow,
  BranchView,
} from "./branch-view.js";
import { chartNames } from "./chart-names.js";
import { momentRow, wordsOf } from "./moment-row.js";
import { plainDifferences } from "./plain-parts.js";

/** What would have happened, beside what did. */
export function branched(track: Track, request: BranchRequest): BranchView {
  const options = optionsOf(request);
  const { from } = options;
  const branch = branchOf(track, options);
  const happened = branchOf(track, { from });
  const names = chartNames(track.machine);
  const start = from >= track.first ? track.state(from) : undefined;
  const states = [start, ...branch.steps.map(({ state }) => state)];
  return {
    from,
    steps: branch.steps.map(rowOf),
    happened: happened.steps.map(rowOf),
    differsAt: branch.differs?.step ?? null,
    unheard: branch.unheard.map(unheardWords),
    end: {
      happened: endOf(happened.steps, start),
      branch: endOf(branch.steps, start),
    },
    context: plainDifferences(
      differences(happened.state?.snapshot.context, branch.state?.snapshot.context),
    ),
    current: names.current(branch.state),
    visited: [...new Set(states.flatMap((state) => names.current(state)))],
    taken: takenIn(track, branch.steps, start),
  };
}

/** The same branch as a list of events and as a test. */
export function exported(track: Track, request: BranchRequest): BranchExport {
  const options = optionsOf(request);
  const machine = importOf(track.machine.id);
  return {
    events: eventsOfBranch(track, options),
    test: testOfBranch(track, { ...options, machine }),
  };
}

function optionsOf({ from, changes, until }: BranchRequest): BranchOptions {
  // JSON has no word for "for ever".
  const end = until === null ? Number.POSITIVE_INFINITY : until;
  return { from, changes, ...(end !== undefined && { until: end }) };
}

const OURS: Readonly<Record<string, string>> = {
  "ask-with-render-ack": "askMachine",
  "todo-attempt-guard": "guardMachine",
  "instruction-ack": "instructionMachine",
  "verify-retry-escalate": "verifyMachine",
};

/** How a test gets the machine; of a foreign one the path has to be put in by hand. */
function importOf(id: string): { readonly name: string; readonly from: string } {
  const ours = OURS[id];
  return ours ? { name: ours, from: "@readback/core" } : { name: "machine", from: "./machine.js" };
}

function rowOf({ entry, origin, n }: BranchStep): BranchRow {
  const { time, event, words, from, to, attempt, cause, outcome } = momentRow(n ?? -1, entry, null);
  return { time, event, words, from, to, attempt, cause, outcome, origin, n };
}

function endOf(steps: readonly BranchStep[], start: HostState | undefined): BranchEnd {
  const last = steps.at(-1);
  const state = last?.state ?? start;
  const outcome = steps.flatMap(({ entry }) => entry.outcome ?? []).at(-1) ?? null;
  return {
    state: state ? stateName(state.snapshot.value) : "",
    attempt: last?.entry.attempt ?? (state?.snapshot.context as { attempt?: number })?.attempt ?? 0,
    outcome,
    at: last?.entry.time ?? null,
  };
}

function unheardWords({ what, time }: Happening): string {
  const at = new Date(time).toISOString();
  if (what.do === "send") return `${wordsOf(what.event.type)} at ${at}`;
  if (what.do === "pass") return `${wordsOf(what.deadline)} at ${at}`;
  return `${what.do === "start" ? "start" : "checkpoint"} at ${at}`;
}

function takenIn(
  { machine }: Track,
  steps: readonly BranchStep[],
  start: HostState | undefined,
): readonly string[] {
  const names = chartNames(machine);
  let before = start;
  const taken = new Set<string>();
  for (const { entry, state: after } of steps) {
    const moment = {
      ...{ n: 0, entry, understood: [entry], instance: entry.instance },
      ...{ before, after, emitted: [], fate: "taken" as const },
    };
    for (const id of takenBy(machine, moment)) taken.add(names.transition(id));
    before = after;
  }
  return [...taken];
}
