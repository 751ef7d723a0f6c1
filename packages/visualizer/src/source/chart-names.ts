import type { HostState } from "@readback/core/host";
import type { AnyStateMachine, StateValue } from "xstate";
import { stateId, transitionId } from "../chart/chart.js";
import { activeNodes, allNodes, transitionsOf } from "../model/definition.js";

/** The names that a machine's chart has for what the model speaks of. */
export interface ChartNames {
  /** The states it is in. */
  current(state: HostState | undefined): readonly string[];
  /** A transition of the model; empty when the chart does not have it. */
  transition(id: string): string;
}

const known = new WeakMap<AnyStateMachine, ChartNames>();

export function chartNames(machine: AnyStateMachine): ChartNames {
  const found = known.get(machine) ?? namesOf(machine);
  known.set(machine, found);
  return found;
}

function namesOf(machine: AnyStateMachine): ChartNames {
  const transitions = new Map<string, string>();
  for (const node of allNodes(machine)) {
    const places = new Map<string, number>();
    for (const { id, event } of transitionsOf(node)) {
      const index = places.get(event) ?? 0;
      places.set(event, index + 1);
      transitions.set(id, transitionId(stateId(node.path), event, index));
    }
  }
  return {
    current: (state) => (state ? statesIn(machine, state.snapshot.value) : []),
    transition: (id) => transitions.get(id) ?? "",
  };
}

function statesIn(machine: AnyStateMachine, value: StateValue): readonly string[] {
  return activeNodes(machine, value)
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => stateId(path));
}
