import {
  CHECKPOINT_EVENT,
  definitionOf,
  type Host,
  type HostState,
  type KeptState,
  messageOf,
  upcastOf,
} from "@readback/core/host";
import type { AnyStateMachine } from "xstate";

/** What the cluster keeps of one instance. */
export interface Kept {
  /** Hash of the definition that wrote it. */
  readonly definition: string;
  readonly state: KeptState;
  /** How many entries of the journal it stands for. */
  readonly moves: number;
}

/** A state that no version at hand can read, set aside for a person. */
export interface Parked {
  readonly machine: string;
  readonly instance: string;
  readonly why: string;
  readonly at: number;
  readonly kept: unknown;
}

/** Where parked states are kept, beside the state that took their place. */
export const PARKED = "parked";

/** How many states of one key are set aside: the newest. */
const MOST_PARKED = 3;

export function keptOf<M extends AnyStateMachine>(
  host: Host<M>,
  state: HostState<M>,
  moves: number,
): Kept {
  return { definition: definitionOf(host.machine), state: host.keep(state), moves };
}

/** The state that was kept, by this version of the machine or an earlier one. Throws when it cannot be read. */
export function restoredFrom<M extends AnyStateMachine>(
  host: Host<M>,
  instance: string,
  kept: Kept,
): HostState<M> {
  const { definition, state } = kept;
  if (definition === definitionOf(host.machine)) return host.restore(state);
  return host.restore(upcasted(host.machine, instance, kept));
}

/** What an earlier version kept, as today's machine would have: its upcaster knows checkpoints. */
function upcasted(machine: AnyStateMachine, instance: string, { definition, state }: Kept) {
  const upcast = upcastOf(machine);
  if (!upcast) return state;
  const made = upcast(
    {
      v: 1,
      time: 0,
      machine: machine.id,
      definition,
      instance,
      event: CHECKPOINT_EVENT,
      payload: { ...state },
      from: null,
      to: "",
      attempt: 0,
      bound: 0,
      cause: null,
    },
    () => undefined,
  );
  const last = [made ?? []].flat().at(-1);
  return (last?.payload ?? state) as KeptState;
}

/** The list of parked states with one more. */
export function parkedToo(
  parked: readonly Parked[] | null,
  machine: AnyStateMachine,
  instance: string,
  about: { readonly kept: unknown; readonly error: unknown; readonly at: number },
): readonly Parked[] {
  const { kept, error, at } = about;
  const one = { machine: machine.id, instance, why: messageOf(error), at, kept };
  return [...(parked ?? []), one].slice(-MOST_PARKED);
}
