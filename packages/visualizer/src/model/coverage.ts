import {
  type HostState,
  mustBeEntries,
  mustBeMachine,
  mustFit,
  START_EVENT,
} from "@readback/core/host";
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  getInitialMicrosteps,
  getMicrosteps,
} from "xstate";
import { activeNodes, allNodes, type DefinedTransition, transitionsOf } from "./definition.js";
import { reportOf } from "./guard-report.js";
import { eventIn } from "./moment-event.js";
import { mustBeTrack } from "./must-be.js";
import { isRecorded } from "./recorded-state.js";
import { judgedAt } from "./recorded-verdicts.js";
import type { Moment, Track } from "./track.js";

/** How often each transition of a definition was taken. */
export interface Coverage {
  readonly counts: ReadonlyMap<string, number>;
  /** Transitions that do something, and how many of them were taken. */
  readonly all: number;
  readonly taken: number;
}

/**
 * Which transitions of a machine its histories took, `always` included. Not counted are entries of
 * earlier versions, events that a machine raised for itself at once, and, of several `always` that
 * states side by side take at once, all but the first.
 */
export function coverageOf(machine: AnyStateMachine, tracks: Iterable<Track>): Coverage {
  mustBeMachine(machine);
  mustBeEntries(tracks, "tracks of coverageOf", "a list of tracks, which createTrack makes");
  const known = allNodes(machine)
    .flatMap(transitionsOf)
    .filter(({ definition }) => definition.target !== undefined || definition.actions.length > 0);
  const counts = new Map(known.map(({ id }) => [id, 0]));
  for (const track of tracks) {
    mustBeTrack(track, "coverageOf");
    for (let n = track.first; n < track.length; n += 1) {
      for (const id of takenBy(machine, track.at(n))) {
        const count = counts.get(id);
        if (count !== undefined) counts.set(id, count + 1);
      }
    }
  }
  const taken = [...counts.values()].filter((count) => count > 0).length;
  return { counts, all: known.length, taken };
}

/** The ids of the transitions that an entry took, in order. */
export function takenBy(machine: AnyStateMachine, moment: Moment): readonly string[] {
  mustBeMachine(machine);
  mustFit(moment, { entry: { event: "text" } }, "moment of takenBy");
  const { fate, entry, before } = moment;
  if (fate === "ignored" || fate === "translated") return [];
  if (entry.event === START_EVENT) {
    const init = { type: "xstate.init", input: entry.payload?.input };
    return alone(machine, getInitialMicrosteps(machine, entry.payload?.input as never), init);
  }
  const event = eventIn(moment);
  if (!before || !event) return [];
  const first = judgedAt(machine, moment)
    .filter(({ verdict }) => verdict === "taken")
    .map(({ id }) => id);
  // What led on by itself in an app that was watched is not known, or among its microsteps.
  if (isRecorded(machine)) return first;
  const stamped = Object.assign({}, event, { at: entry.time }) as EventObject;
  const steps = getMicrosteps(machine, asXState(machine, before), stamped as never);
  return [...first, ...alone(machine, steps, stamped)];
}

/** The transitions without an event that led from one step to the next. */
function alone(
  machine: AnyStateMachine,
  steps: readonly (readonly [AnyMachineSnapshot, ...unknown[]])[],
  event: EventObject,
): readonly string[] {
  return steps.slice(0, -1).flatMap(([snapshot]) => {
    const asked = { machine, snapshot, event, isOnlyName: false };
    const holds = ({ definition: { guard } }: DefinedTransition) =>
      guard === undefined || reportOf(guard, asked).result === "holds";
    const nodes = [...activeNodes(machine, snapshot.value)].reverse();
    const found = nodes
      .flatMap(transitionsOf)
      .filter((one) => one.event === "")
      .find(holds);
    return found ? [found.id] : [];
  });
}

/** What core's interpreter made, as XState has it. */
function asXState(machine: AnyStateMachine, { snapshot }: HostState): AnyMachineSnapshot {
  if ("_nodes" in snapshot) return snapshot;
  const { value, context } = snapshot;
  return machine.resolveState({ value, context } as never);
}
