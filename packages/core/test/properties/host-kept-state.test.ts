import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { AnyStateMachine, EventObject } from "xstate";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createHost, type Host, type HostState, type Moved } from "../../src/runtime/host.js";
import { createReplay } from "../../src/runtime/replay.js";
import { counterMachine } from "../support/counter-machine.js";
import { throughJson } from "../support/crash.js";
import { expectSame } from "../support/lives.js";
import { SAMPLES, type Sample } from "../support/machine-samples.js";
import { property } from "../support/properties.js";

// Invariants 4, 5 and 6 of the host itself, with nothing around it.

/** An event, or milliseconds that pass. */
type Happening = EventObject | number;

/** What one instance does, and where it ends. */
interface Story {
  readonly moves: readonly Omit<Moved, "state">[];
  readonly state: HostState;
}

/** Plays a story. `keep` is what becomes of the state between two steps. */
function play(
  host: Host,
  input: unknown,
  happenings: readonly Happening[],
  keep: (state: HostState) => HostState,
): Story {
  let now = 1_000;
  const moves: Omit<Moved, "state">[] = [];
  let state: HostState | undefined;
  const take = (moved: Moved | undefined): boolean => {
    if (!moved) return false;
    const { state: next, ...rest } = moved;
    moves.push(rest);
    state = keep(next);
    return true;
  };
  take(host.start("it", input as never, now));
  for (const happening of happenings) {
    if (typeof happening === "number") now += happening;
    else take(host.send("it", state as HostState, happening, now));
    while (take(host.due("it", state as HostState, now)));
  }
  return { moves, state: state as HostState };
}

const events = (types: readonly string[]) =>
  fc.record({
    type: fc.constantFrom(...types),
    caller: fc.constantFrom("ada", "bo", "cy"),
    patience: fc.constantFrom(0, 50, 100),
  });
const counter: Sample = {
  machine: counterMachine,
  inputs: fc.constant(undefined),
  events: events(["COME", "LEAVE", "PATIENCE", "NUDGE", "SERVE", "CLOSE"]),
};
const wait = fc.constantFrom(1, 5, 10, 20, 50, 100, 1_000);

for (const { machine, inputs, events: known } of [...SAMPLES, counter]) {
  const host = createHost<AnyStateMachine>(machine);
  const outside = known.filter(({ type }) => !type.startsWith("xstate."));
  const happenings = fc.array(
    fc.oneof({ weight: 3, arbitrary: outside }, { weight: 1, arbitrary: wait }),
    { maxLength: 20 },
  );

  describe(machine.id, () => {
    property(
      "goes on the same when every state has been through JSON",
      [inputs, happenings],
      (input, story) => {
        const plain = play(host, input, story, (state) => state);
        const kept = play(host, input, story, (state) =>
          host.restore(throughJson(host.keep(state))),
        );
        expectSame(throughJson(host.keep(kept.state)), throughJson(host.keep(plain.state)));
        expectSame(
          throughJson(kept.moves.map(({ entry, emitted }) => ({ entry, emitted }))),
          throughJson(plain.moves.map(({ entry, emitted }) => ({ entry, emitted }))),
        );
      },
    );

    property("comes out of its journal as it was", [inputs, happenings], (input, story) => {
      const { moves, state } = play(host, input, story, (one) => one);
      const replay = createReplay([machine]);
      for (const { entry } of moves) expect(replay.apply(throughJson(entry))).toBe(true);
      expect(replay.report).toMatchObject({ ignored: 0, diverged: 0 });
      const found = replay.instances.get("it");
      expect(found === undefined).toBe(state.snapshot.status !== "active");
      if (found) expectSame(throughJson(host.keep(found)), throughJson(host.keep(state)));
    });

    property(
      "takes no event in a name that belongs to XState or to the journal",
      [inputs, happenings, known],
      (input, story, { type, ...rest }) => {
        const { state } = play(host, input, story, (one) => one);
        const names = [`xstate.${type}`, "*", "readback.start", "readback.checkpoint"];
        if (type.startsWith("xstate.")) names.push(type);
        for (const name of names) {
          expect(host.send("it", state, { ...rest, type: name }, 9e9)).toBeUndefined();
        }
        // Nor does a journal into which somebody wrote a deadline that is not due.
        const forged = { event: `xstate.${type}`, time: 0, machine: machine.id } as JournalEntry;
        expect(host.apply(state, forged)).toBeUndefined();
      },
    );
  });
}
