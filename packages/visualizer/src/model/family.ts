import type { JournalEntry } from "@readback/core";
import { CHECKPOINT_EVENT, START_EVENT, upcastOf } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";

/**
 * Finds out whose history an entry belongs to. An earlier version may have had several instances for
 * what is one today; the machine's upcaster says so at the beginning of each. They are folded together.
 */
export function createFamilies(machines: ReadonlyMap<string, AnyStateMachine>) {
  const names = new Map<string, string>();

  return (entry: JournalEntry): string => {
    const { machine, instance, event } = entry;
    const definition = machines.get(machine);
    if (!definition) return instance;
    if (event === START_EVENT || event === CHECKPOINT_EVENT) {
      const name = todaysName(definition, entry);
      if (name !== instance) names.set(`${machine} ${instance}`, name);
    }
    // Most journals have no names of an earlier version.
    return names.size === 0 ? instance : (names.get(`${machine} ${instance}`) ?? instance);
  };
}

function todaysName(machine: AnyStateMachine, entry: JournalEntry): string {
  try {
    const made = upcastOf(machine)?.(entry, () => undefined) ?? entry;
    return [made].flat().at(-1)?.instance ?? entry.instance;
  } catch {
    // What no upcaster understands is shown under the name it has.
    return entry.instance;
  }
}
