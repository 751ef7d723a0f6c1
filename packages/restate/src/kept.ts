import {
  CHECKPOINT_EVENT,
  definitionOf,
  type Host,
  type HostState,
  type KeptState,
  messageOf,
  upcastOf,
} from "@readback/core/host";
import type { ObjectContext } from "@restatedev/restate-sdk";
import type { AnyStateMachine } from "xstate";
import type { Alarm } from "./alarm.js";

/** What the cluster keeps of one instance. */
export interface Kept {
  /** Hash of the definition that wrote it. */
  readonly definition: string;
  readonly state: KeptState;
  /** How many entries of the journal it stands for. */
  readonly moves: number;
  /** Its wake-up call, where the key has no other instance: one read less, and one write, in each step. */
  readonly alarm?: Alarm;
}

/** A state that no version at hand can read, set aside for a person. */
export interface Parked {
  readonly machine: string;
  readonly instance: string;
  readonly why: string;
  readonly at: number;
  readonly kept: unknown;
}

/** Where the parked states of an instance are kept, beside the state that took their place. */
const PARKED = "parked:";
/** The same, once a person has decided about what they stood for. */
const SETTLED = "settled:";

/** How many states of one instance are set aside: the newest. */
const MOST_PARKED = 3;

export function keptOf<M extends AnyStateMachine>(
  host: Host<M>,
  state: HostState<M>,
  moves: number,
): Kept {
  return { definition: definitionOf(host.machine), state: host.keep(state), moves };
}

/**
 * The state that was kept, by this version of the machine or an earlier one. Throws when it cannot be read. `now`: for
 * what an earlier version did not keep the time of; whoever only looks has none.
 */
export function restoredFrom<M extends AnyStateMachine>(
  host: Host<M>,
  instance: string,
  kept: Kept,
  now = 0,
): HostState<M> {
  const { definition, state } = kept;
  if (definition === definitionOf(host.machine)) return host.restore(state);
  return host.restore(upcasted(host.machine, instance, kept, now));
}

/** What an earlier version kept, as today's machine would have: its upcaster knows checkpoints. */
function upcasted(
  machine: AnyStateMachine,
  instance: string,
  { definition, state }: Kept,
  now: number,
) {
  const upcast = upcastOf(machine);
  if (!upcast) return state;
  const made = upcast(
    {
      v: 1,
      time: now,
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

/** Sets a state aside that cannot be read, with the reason. */
export async function park(
  context: Pick<ObjectContext, "get" | "set">,
  machine: AnyStateMachine,
  instance: string,
  about: { readonly kept: unknown; readonly error: unknown; readonly at: number },
): Promise<void> {
  const { kept, error, at } = about;
  const before = (await context.get<readonly Parked[]>(PARKED + instance)) ?? [];
  const one: Parked = { machine: machine.id, instance, why: messageOf(error), at, kept };
  context.set(PARKED + instance, [...before, one].slice(-MOST_PARKED));
}

/** The instances of a key that have a state nobody could read, and about which nobody has decided. */
export async function parkedIn(context: Pick<ObjectContext, "stateKeys">): Promise<Set<string>> {
  const keys = (await context.stateKeys()).filter((key) => key.startsWith(PARKED));
  return new Set(keys.map((key) => key.slice(PARKED.length)));
}

/** A person has decided: what was set aside is kept, and stands in the way of nothing. */
export async function settleParked(
  context: Pick<ObjectContext, "get" | "set" | "clear">,
  instance: string,
): Promise<boolean> {
  const parked = await context.get<readonly Parked[]>(PARKED + instance);
  if (!parked) return false;
  context.set(SETTLED + instance, parked);
  context.clear(PARKED + instance);
  return true;
}
