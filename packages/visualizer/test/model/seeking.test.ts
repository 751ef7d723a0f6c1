import { fc } from "@fast-check/vitest";
import type { JournalEntry } from "@readback/core";
import { guardMachine, instructionMachine } from "@readback/core";
import { createReplay } from "@readback/core/host";
import { describe, expect, it } from "vitest";
import { entriesOf, filesOf, versions } from "../../../core/test/golden/golden-files.js";
import { expectSame } from "../../../core/test/support/lives.js";
import { property } from "../../../core/test/support/properties.js";
import { createTrack, journalOfRun } from "../../src/index.js";
import { houseMachine } from "../support/house-machine.js";
import { happeningsOf, journalOf, keptOf, SAMPLES } from "../support/journals.js";
import { MACHINES } from "../support/machines.js";

/** What core's replay has after each entry, of the instance it is about; finished ones it lets go of. */
function replayed(machine: (typeof SAMPLES)[number]["machine"], entries: readonly JournalEntry[]) {
  const replay = createReplay([machine]);
  return entries.map((entry) => {
    replay.apply(entry);
    return keptOf(machine, replay.instances.get(replay.nameOf(entry.instance)));
  });
}

describe("a track", () => {
  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `of ${machine.id} shows at each moment what core's replay has there`,
      [
        inputs,
        happeningsOf(events),
        fc.array(fc.nat(1_000), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
      ],
      (input, happenings, seeks, keyframeEvery) => {
        const entries = journalOf(machine, input, happenings);
        const track = createTrack(machine, entries, { keyframeEvery });
        const expected = replayed(machine, entries);
        for (const seek of [...seeks, ...entries.keys()]) {
          const n = seek % entries.length;
          const { after, fate } = track.at(n);
          expect(fate).toBe("taken");
          if (after?.snapshot.status !== "active") expect(expected[n]).toBeUndefined();
          else expectSame(keptOf(machine, after), expected[n]);
        }
      },
    );
  }

  it.each(versions())("reads the journals of version %s as core does", (version) => {
    for (const [name, machine] of Object.entries(MACHINES)) {
      for (const file of filesOf(version, name)) {
        const entries = entriesOf(version, name, file);
        const track = createTrack(machine, entries);
        const expected = replayed(machine, entries);
        for (const n of [...entries.keys()].reverse()) {
          const { after } = track.at(n);
          const found = after?.snapshot.status === "active" ? keptOf(machine, after) : undefined;
          expect(found, `${file} ${n}`).toEqual(expected[n]);
        }
        expect(
          entries.every((_, n) => track.fate(n) !== "diverged"),
          file,
        ).toBe(true);
      }
    }
  });

  it("shows the final state, and the next life of the same name", () => {
    const input = { id: "i", content: "Check", maxRetries: 1, expiresAfter: 1_000 };
    const once = journalOf(instructionMachine, input, [
      { type: "DISPATCHED" },
      { type: "ACKNOWLEDGE" },
    ]);
    const track = createTrack(instructionMachine, [...once, ...once]);
    expect(track.at(2).after?.snapshot.value).toBe("acknowledged");
    expect(track.at(2).emitted.map(({ type }) => type)).toContain("instruction.acknowledged");
    expect(track.at(3).after?.snapshot.value).toEqual({ tracked: "queued" });
    expect(track.at(5).fate).toBe("taken");
  });

  it("names what is not in the journal", () => {
    expect(() => createTrack(guardMachine).at(0)).toThrow(RangeError);
  });

  it("keeps moments as they were when it forgets what came before", () => {
    const entries = manyTicks(500);
    const whole = createTrack(instructionMachine, entries);
    const cut = createTrack(instructionMachine, entries);
    cut.forgetBefore(300);
    expect(cut.first).toBeGreaterThan(250);
    expect(cut.length).toBe(entries.length);
    for (let n = cut.first; n < entries.length; n += 1) {
      expect(keptOf(instructionMachine, cut.state(n))).toEqual(
        keptOf(instructionMachine, whole.state(n)),
      );
    }
    cut.add(entries.at(-1) as JournalEntry);
    expect(cut.length).toBe(entries.length + 1);
    expect(() => cut.entry(cut.first - 1)).toThrow(RangeError);
  });

  it("seeks within a frame in 10,000 entries", () => {
    const entries = manyTicks(10_000);
    const track = createTrack(instructionMachine, entries);
    const times = Array.from({ length: 200 }, (_, index) => {
      const n = (index * 7_919) % entries.length;
      const before = performance.now();
      track.state(n);
      return performance.now() - before;
    }).sort((a, b) => a - b);
    // The median: the machine that runs this may be busy.
    expect(times[100]).toBeLessThan(16);
  });
});

describe("a track of somebody else's machine", () => {
  const run = journalOfRun(houseMachine, {
    instance: "h",
    startedAt: 0,
    events: [
      { at: 10, event: { type: "RING" } },
      { at: 20, event: { type: "FETCH" } },
      { at: 30, event: { type: "RETURN" } },
      {
        at: 40,
        event: { type: "xstate.done.actor.courier", output: "parcel", actorId: "courier" } as never,
      },
      { at: 2_000, event: { type: "LEAVE" } },
      { at: 2_010, event: { type: "RETURN" } },
    ],
  });

  it("goes through parallel states, history, delays and what an actor reported", () => {
    const track = createTrack(houseMachine, run.entries);
    const values = run.entries.map((_, n) => track.at(n).after?.snapshot.value);
    expect(values).toEqual([
      { home: { light: "bright", door: "closed" } },
      { home: { light: "bright", door: "closed" } },
      { home: { light: "bright", door: "fetching" } },
      { home: { light: "bright", door: "closed" } },
      { home: { light: "dimmed", door: "closed" } },
      "away",
      { home: { light: "dimmed", door: "closed" } },
    ]);
    expect(track.state(3)?.snapshot.context).toEqual({ rings: 1, parcel: "parcel" });
    expect(run.entries.every((_, n) => track.fate(n) === "taken")).toBe(true);
  });

  it("lists the events that nobody heard", () => {
    expect(run.unheard).toEqual([{ at: 30, event: { type: "RETURN" }, after: 2 }]);
  });
});

/** An instruction that is repeated for ever. */
function manyTicks(count: number): JournalEntry[] {
  const input = { id: "i", content: "Check", maxRetries: 1e9, expiresAfter: 1e9 };
  const round = [{ type: "DISPATCHED" }, { type: "TICK" }];
  const rounds = Array.from({ length: count / 2 }, () => round).flat();
  return journalOf(instructionMachine, input, rounds).slice(0, count);
}
