import { mustBeMachine, mustFit, mustHave } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";

// How the model says that it was called wrongly: in words, with the name of the function.

/** Throws an InvalidInputError for what is no track. */
export function mustBeTrack(track: unknown, whose: string): void {
  const methods = ["at", "entry", "fate", "state", "arrival"];
  mustHave(track, {
    subject: `track of ${whose}`,
    methods,
    be: "a track, which createTrack makes",
  });
}

/** Throws an InvalidInputError for what has not these methods of a store. */
export function mustBeStore(store: unknown, whose: string, methods: readonly string[]): void {
  mustHave(store, {
    subject: `store of ${whose}`,
    methods,
    be: "a store, which createStore makes",
  });
}

/** Throws an InvalidInputError for what is no machine, or no state of one. */
export function mustBeAt(machine: AnyStateMachine, state: unknown, whose: string): void {
  mustBeMachine(machine);
  mustFit(state, { snapshot: {}, deadlines: "list" }, `state of ${whose}`);
}
