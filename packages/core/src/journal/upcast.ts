import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { mustBeMachine } from "../must-be-machine.js";
import type { JournalEntry } from "./entry.js";

/**
 * Translates entries of earlier versions of a machine, checkpoints included, into entries of today.
 * `known` gives the snapshot of a live instance. `undefined`: the entry means nothing any more. Several
 * entries are applied one after the other.
 */
export type Upcast = (
  entry: JournalEntry,
  known: (instance: string) => AnyMachineSnapshot | undefined,
) => JournalEntry | readonly JournalEntry[] | undefined;

/**
 * The upcaster of a machine: its root's `meta.upcast` makes one for each fold, so it may keep state.
 * @example
 * createMachine({ id: "lamp", meta: { upcast: (): Upcast => (entry) => entry }, … })
 */
export function upcastOf(machine: AnyStateMachine): Upcast | undefined {
  mustBeMachine(machine);
  const make: (() => Upcast) | undefined = machine.config.meta?.upcast;
  return make?.();
}
