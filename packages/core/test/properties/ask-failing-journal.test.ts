import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import { createReplay } from "../../src/journal/replay.js";
import { commands, createWorld, DiskFull, settings } from "../support/ask-world.js";
import { property } from "../support/properties.js";

// Invariants 2, 3 and 5 when the journal refuses entries: what is not written has not happened.

const refusals = fc.array(fc.boolean(), { minLength: 10, maxLength: 40 });

property(
  "stays what its journal says, and tells every caller and onError, when entries are refused",
  [settings, commands(["restart"]), refusals],
  async (chosen, list, refused) => {
    const world = createWorld(chosen, refused);
    await world.doAll(list);

    const { runtime } = world.asker;
    const replay = createReplay([askMachine]);
    for (const entry of runtime.journal.read()) expect(replay.apply(entry)).toBe(true);
    expect(replay.report).toMatchObject({ ignored: 0, diverged: 0 });
    const states = new Map(
      replay.instances.all().map(({ id, snapshot }) => [id, snapshot.context]),
    );
    const live = new Map([...runtime.live()].map(([id, snapshot]) => [id, snapshot.context]));
    expect(live).toEqual(states);

    // Once there is room again, everything ends as ever.
    await world.letTimePass();
    expect([...runtime.live()]).toEqual([]);
    for (const { settled } of world.callers) {
      expect(settled).toHaveLength(1);
      if (settled[0] instanceof Error) expect(settled[0]).toBeInstanceOf(DiskFull);
    }
    for (const error of world.errors) expect(error).toBeInstanceOf(DiskFull);
  },
);
