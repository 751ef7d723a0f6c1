import type { JournalEntry } from "@readback/core";
import { type Applied, createHost, createReplay, type HostState } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { isRecorded } from "./recorded-state.js";
import { hasActors, live, repeat } from "./repeat.js";

/** Folds the entries of one machine, one after the other. */
export interface Follower {
  /** The state an entry leads to; `undefined` when it changed nothing. */
  step(entry: JournalEntry): Applied | undefined;
  /** The entries that the latest one was understood as. */
  readonly understood: readonly JournalEntry[];
  /** The name of an instance of the journal in this fold. */
  nameOf(instance: string): string;
}

/** Core's own replay; a machine with actors, or one that runs elsewhere, is repeated entry by entry. */
export function createFollower(machine: AnyStateMachine): Follower {
  const isOurs = !hasActors(machine) && !isRecorded(machine);
  return isOurs ? createReplay([machine]) : followWithActors(machine);
}

function followWithActors(machine: AnyStateMachine): Follower {
  const host = createHost(machine);
  const states = new Map<string, HostState>();
  let understood: readonly JournalEntry[] = [];
  return {
    step(entry) {
      understood = [entry];
      try {
        const made = repeat(host, live(states.get(entry.instance)), entry);
        if (made) states.set(entry.instance, made.state);
        return made;
      } catch {
        return undefined;
      }
    },
    get understood() {
      return understood;
    },
    nameOf: (instance) => instance,
  };
}
