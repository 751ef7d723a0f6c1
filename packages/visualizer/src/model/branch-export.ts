import { createHost, mustFit } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import {
  type Branch,
  type BranchOptions,
  type BranchStep,
  branchOf,
  instanceOf,
} from "./branch.js";
import { mustBeTrack } from "./must-be.js";
import type { TimedEvent } from "./recorded-run.js";
import { hasActors } from "./repeat.js";
import type { Track } from "./track.js";

/** A branch from the very beginning, with everything that was sent: enough to run it somewhere else. */
export interface ExportedBranch {
  readonly machine: string;
  readonly instance: string;
  /** The events from outside, in order; what passes by itself is not listed. */
  readonly events: readonly TimedEvent[];
}

/** The events of a branch as a list, those before it began included. */
export function eventsOfBranch(track: Track, options: BranchOptions): ExportedBranch {
  const { steps } = whole(track, options);
  const events = steps
    .filter(({ entry, deadline }) => deadline === null && !entry.event.startsWith("readback."))
    .map(({ entry: { time: at, event: type, payload } }) => ({ at, event: { ...payload, type } }));
  return { machine: track.machine.id, instance: instanceOf(track, options.from), events };
}

/** Settings of {@link testOfBranch}. */
export interface TestOptions extends BranchOptions {
  /** How the test gets the machine: `import { <name> } from "<from>"`. */
  readonly machine: { readonly name: string; readonly from: string };
  /** What the test is called. Default: the instance, and where the branch ends. */
  readonly title?: string;
}

/**
 * A branch as a vitest test that passes as long as the machine goes the same way. What happened
 * before the branch is part of it.
 */
export function testOfBranch(track: Track, options: TestOptions): string {
  const { steps } = whole(track, options);
  const instance = instanceOf(track, options.from);
  mustFit(options, { machine: { name: "text", from: "text" } }, "options of testOfBranch");
  const { name, from } = options.machine;
  const end = steps.at(-1);
  const title = options.title ?? `${instance} ends in ${end?.entry.to ?? "no state"}`;
  const lines = steps.map((step) => `  ${lineOf(track.machine, step)}`);
  const context = end && plain(end.state.snapshot.context);
  return `import { createHost, type HostState, type Moved } from "@readback/core/host";
import { expect, it } from "vitest";
import type { AnyStateMachine, EventObject } from "xstate";
import { ${name} } from ${text(from)};

it(${text(title)}, () => {
  const host = createHost<AnyStateMachine>(${name});
  const instance = ${text(instance)};
  let state = undefined as unknown as HostState;
  const take = (moved: Moved | undefined, to: string) => {
    expect(moved?.entry.to).toBe(to);
    if (moved) ({ state } = moved);
  };
  const start = (at: number, input: unknown, to: string) =>
    take(host.start(instance, input as never, at), to);
  const restore = (kept: unknown) => {
    state = host.restore(kept as never);
  };
  const send = (at: number, event: EventObject, to: string) =>
    take(host.send(instance, state, event as never, at), to);
  /** Lets a deadline pass, or an actor report. */
  const pass = (at: number, id: string, to: string, event?: EventObject) => {
    const given = event ? [{ id, at, event }] : state.deadlines.filter((one) => one.id === id);
    const others = state.deadlines.filter((one) => one.id !== id);
    take(host.due(instance, { ...state, deadlines: [...given, ...others] }, at), to);
  };
  void [start, restore, send, pass];

${lines.join("\n")}
${context === undefined ? "" : `\n  expect(JSON.parse(JSON.stringify(state.snapshot.context))).toEqual(${json(context)});\n`}});
`;
}

/** From the first entry that is known, with the same changes. */
function whole(track: Track, options: BranchOptions): Branch {
  mustBeTrack(track, "a branch");
  mustFit(options, {}, "options of a branch");
  const { changes = [], until } = options;
  const from = track.first === 0 ? -1 : track.first;
  const made = branchOf(track, { from, changes, ...(until !== undefined && { until }) });
  if (from < 0) return made;
  const state = track.state(from);
  const entry = track.entry(from);
  const kept = state && createHost(track.machine).keep(state);
  if (!state) return made;
  const payload = { ...kept };
  const first: BranchStep = {
    origin: "recorded",
    n: from,
    entry: { ...entry, event: "readback.checkpoint", payload },
    deadline: null,
    state,
  };
  return { ...made, steps: [first, ...made.steps] };
}

function lineOf(machine: AnyStateMachine, { entry, deadline }: BranchStep): string {
  const { time, event, payload, to } = entry;
  if (event === "readback.start") return `start(${time}, ${json(payload?.input)}, ${text(to)});`;
  if (event === "readback.checkpoint") return `restore(${json(payload)});`;
  if (deadline !== null) return `pass(${time}, ${text(deadline)}, ${text(to)});`;
  const sent = json({ ...payload, type: event });
  const isOfActor = event.startsWith("xstate.") && hasActors(machine);
  if (isOfActor) return `pass(${time}, ${text(event)}, ${text(to)}, ${sent});`;
  return `send(${time}, ${sent}, ${text(to)});`;
}

const text = (value: string) => JSON.stringify(value);
const json = (value: unknown) => JSON.stringify(value) ?? "undefined";

function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}
